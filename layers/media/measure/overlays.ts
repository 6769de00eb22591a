import { at, FINE, FINE_PIXELS } from './grey.ts';
import type { History } from './history.ts';
import { comesAsOne, givenBack, type Look, shows, stays, sureness } from './laid-over.ts';
import type { MoveDetector } from './moves.ts';
import { onsetOf } from './onsets.ts';
import { boundsOf, detailIn, groupsIn, lostPerNew, overlap, rimOf } from './regions.ts';
import { cutBetween, flicks, hurry, JUMP, LEAST_CELLS, MOST_CELLS, STIR } from './unrest.ts';

const { abs, floor, max, min, round } = Math;

/** Something laid over the picture: when it is first seen, when it is first gone (null: still there). */
export interface Overlay {
  start: number;
  end: number | null;
  /** [x0, y0, x1, y1] as fractions of the picture. */
  region: [number, number, number, number];
  confidence: number;
}

interface Open extends Look {
  overlay: Overlay;
  missing: number;
}

/** Seconds of rest that a cell must show before and after it changed, and the longest change between. */
const REST_SECONDS = 0.3;
const CHANGE_SECONDS = 0.5;
/** Grey levels between the range before and the range after. */
const LEAST_STEP = 6;
/** Share of the picture that its frame may take. */
const MOST_AREA = 0.45;
const OPEN_AT_ONCE = 12;
/** Picture widths a second of a camera that moves. */
const CALM = 0.03;
/** How many times as many cells as step may wander while something fades in. */
const RESTLESS = 8;
/** Mean step of the cells, in grey levels, and how much of it they may move about afterwards. */
const STRONG = 10;
const LIVELY = 0.15;
/** Seconds in which parts of one overlay come, and in which an overlay comes alone. */
const SAME_SECONDS = 0.05;
const ALONE_SECONDS = 0.5;
/** Edges that went over edges that came, from which a thing may have only changed, and from which it did when nothing tells. */
const CHANGED = 0.12;
const SWAPPED = 0.6;
/** Overlays less sure than this are as often something else. */
const LEAST_CONFIDENCE = 0.71;
/** What is there for less is a glint. */
const SHORTEST_SECONDS = 0.6;

/** Finds writing, logos and pictures that are laid over a shot: cells that step together and stay. */
export class OverlayDetector {
  readonly overlays: Overlay[] = [];
  readonly #history: History;
  readonly #moves: MoveDetector;
  readonly #rest: number;
  readonly #gap: number;
  readonly #stride: number;
  readonly #step = new Int16Array(FINE_PIXELS);
  readonly #range = new Uint8Array(FINE_PIXELS);
  readonly #mask = new Uint8Array(FINE_PIXELS);
  /** The frames of the rest before and after, that a look compares. */
  readonly #earlier: Uint8Array[] = [];
  readonly #later: Uint8Array[] = [];
  #open: Open[] = [];
  #quietUntil = 0;
  #sweepUntil = -1;

  constructor(history: History, moves: MoveDetector, frameRate: number) {
    this.#history = history;
    this.#moves = moves;
    this.#rest = min(90, max(3, round(REST_SECONDS * frameRate)));
    this.#gap = min(150, max(3, round(CHANGE_SECONDS * frameRate)));
    this.#stride = max(1, round(frameRate / 10));
  }

  push(): void {
    const history = this.#history;
    const now = history.count - 1;
    for (const open of this.#open) this.#watch(open, now);
    this.#open = this.#open.filter((open) => open.overlay.end === null);
    if (now < 2 * this.#rest + 1) return;
    if (flicks(history, now - this.#rest + 1)) this.#look(now, 2);
    if (now % this.#stride === 0) this.#look(now, this.#gap);
  }

  finish(): void {
    for (const open of this.#open) if (open.covering || open.swapped >= SWAPPED) this.#drop(open);
    this.#open = [];
    const end = this.#history.seconds(this.#history.count);
    const lasting = this.overlays.filter(
      (overlay) => (overlay.end ?? end) - overlay.start >= SHORTEST_SECONDS,
    );
    this.overlays.splice(0, this.overlays.length, ...lasting);
  }

  /** Cells whose greys before and after the gap do not overlap. */
  #look(now: number, gap: number): void {
    const history = this.#history;
    const after = now - this.#rest + 1;
    const before = after - gap;
    const oldest = before - this.#rest + 1;
    // The change must lie well inside the gap, so that the next look does not see it again.
    if (oldest < history.first || before < this.#quietUntil) return;
    const atOnce = gap < this.#gap;
    if (atOnce ? cutBetween(history, before, after) : this.#stirred(oldest, now)) return;
    const hop = max(1, floor(this.#rest / 5));
    const a = history.fine(before);
    const b = history.fine(after);
    let stepped = 0;
    let elsewhere = 0;
    let seen = 0;
    for (let k = 0; k < this.#rest; k += hop, seen++) {
      this.#earlier[seen] = history.fine(before - k);
      this.#later[seen] = history.fine(after + k);
    }
    for (let i = 0; i < FINE_PIXELS; i++) {
      this.#mask[i] = 0;
      const change = abs(at(b, i) - at(a, i));
      if (change < LEAST_STEP) continue;
      let low0 = 255;
      let high0 = 0;
      let low1 = 255;
      let high1 = 0;
      for (let k = 0; k < seen; k++) {
        const v0 = at(this.#earlier[k] as Uint8Array, i);
        const v1 = at(this.#later[k] as Uint8Array, i);
        if (v0 < low0) low0 = v0;
        if (v0 > high0) high0 = v0;
        if (v1 < low1) low1 = v1;
        if (v1 > high1) high1 = v1;
      }
      const range = high1 - low1;
      const apart = low1 > high0 ? low1 - high0 : low0 > high1 ? high1 - low0 : 0;
      let counts = abs(apart) >= max(LEAST_STEP, high0 - low0 + range);
      let step = (low1 + high1 - low0 - high0) / 2;
      if (atOnce && !counts) {
        // Whatever went on there before: it jumps once and then rests.
        step = at(b, i) - at(a, i);
        counts =
          abs(step) >= 2 * LEAST_STEP &&
          range <= max(3, LIVELY * abs(step)) &&
          hurry(history, i, before, this.#rest) <= 0.5 * abs(step);
      }
      this.#mask[i] = counts ? 1 : 0;
      this.#step[i] = counts ? step : 0;
      this.#range[i] = range;
      if (counts) stepped++;
      else if (change > STIR) elsewhere++;
    }
    if (stepped < LEAST_CELLS || stepped > MOST_CELLS) return;
    if (elsewhere > RESTLESS * stepped) return;
    for (const cells of groupsIn(this.#mask, LEAST_CELLS)) this.#group(cells, before, after, now);
  }

  /** True when the camera moved or the picture jumped: what lies over it cannot be told from it then. */
  #stirred(from: number, to: number): boolean {
    let path = 0;
    for (let frame = from + 1; frame <= to; frame++) {
      if (this.#history.unlike(frame).typical > JUMP) return true;
      path += this.#moves.clearSpeed(frame);
    }
    return path / (to - from) > CALM;
  }

  #group(cells: Int16Array, before: number, after: number, now: number): void {
    const history = this.#history;
    const [x0, y0, x1, y1] = boundsOf(cells);
    // Less than four cells wide is the seam of a wall or the border of the picture, not writing.
    if (x1 - x0 < 4) return;
    const area = (x1 - x0) * (y1 - y0);
    if (cells.length < 0.3 * area || area > MOST_AREA * FINE_PIXELS) return;
    const a = history.fine(before);
    const b = history.fine(after);
    let step = 0;
    let range = 0;
    for (const cell of cells) {
      step += abs(this.#step[cell] as number) / cells.length;
      range += at(this.#range, cell) / cells.length;
    }
    if (step < STRONG || range > max(3, LIVELY * step)) return;
    const onset = onsetOf(history, cells, before, after, this.#gap);
    const { from } = onset;
    // A thing that goes away steps as one that comes; what was written has the finer detail.
    const detail = detailIn(b, x0, y0, x1, y1) / detailIn(a, x0, y0, x1, y1);
    const seen = { cells: cells.length, filled: cells.length / area, step, detail };
    const coming = comesAsOne(onset, seen, after - before);
    if (coming === 'no') return;
    const region: [number, number, number, number] = [x0 / FINE, y0 / FINE, x1 / FINE, y1 / FINE];
    if (this.#open.some((open) => overlap(open.overlay.region, region) > 0.5)) return;
    if (this.#open.length >= OPEN_AT_ONCE) return;
    const start = history.seconds(from);
    const overlay: Overlay = {
      start,
      end: null,
      region,
      confidence: sureness(onset, range / step, detail),
    };
    if (overlay.confidence < LEAST_CONFIDENCE || this.#sweeps(start)) return;
    this.overlays.push(overlay);
    const around = rimOf(x0, y0, x1, y1);
    const open: Open = {
      overlay,
      cells,
      without: Uint8Array.from(cells, (cell) => at(a, cell)),
      withIt: Uint8Array.from(cells, (cell) => at(b, cell)),
      missing: 0,
      covering: coming === 'covering',
      swapped: lostPerNew(a, b, x0, y0, x1, y1),
      around,
      aroundIt: Uint8Array.from(around, (cell) => at(b, cell)),
    };
    this.#open.push(open);
    this.#quietUntil = max(this.#quietUntil, from - 1);
    for (let frame = after; frame <= now && open.overlay.end === null; frame++)
      this.#watch(open, frame);
  }

  /** True when cells have been stepping again and again: an edge passes, and what it left is no overlay. */
  #sweeps(start: number): boolean {
    const recent = this.#open.filter(
      ({ overlay }) =>
        start - overlay.start > SAME_SECONDS && start - overlay.start < ALONE_SECONDS,
    );
    if (start > this.#sweepUntil && recent.length < 2) return false;
    this.#sweepUntil = start + ALONE_SECONDS;
    this.#open = this.#open.filter((open) => !recent.includes(open));
    const swept = new Set(recent.map(({ overlay }) => overlay));
    const kept = this.overlays.filter((overlay) => !swept.has(overlay));
    this.overlays.splice(0, this.overlays.length, ...kept);
    return true;
  }

  #drop({ overlay }: Open): void {
    const i = this.overlays.indexOf(overlay);
    if (i >= 0) this.overlays.splice(i, 1);
  }

  /** Closes an overlay when its cells no longer look like it. */
  #watch(open: Open, frame: number): void {
    if (shows(open, this.#history.fine(frame))) open.missing = 0;
    else if (++open.missing >= max(3, this.#rest)) {
      open.overlay.end = this.#history.seconds(frame - open.missing + 1);
      // What is laid over a picture gives it back; what only changed goes on to something else.
      const now = this.#history.fine(frame);
      const told = open.swapped >= CHANGED && stays(open.around, open.aroundIt, now);
      if ((told || open.covering) && !givenBack(open, now)) this.#drop(open);
    }
  }
}
