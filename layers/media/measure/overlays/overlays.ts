import type { MoveDetector } from '../camera/moves.ts';
import { cellsBeyond, joinRanges } from '../kernels/fine.ts';
import { at, FINE_PIXELS } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { around } from './around.ts';
import { beginningOf } from './beginning.ts';
import { ChangedCells } from './changed-cells.ts';
import { chooseOverlays } from './choose-overlays.ts';
import { type Extremes, RestingCells } from './extremes.ts';
import { type Candidate, candidateOf, close, judgeOpen, shows } from './laid-over.ts';
import { cameBefore } from './looked-back.ts';
import { meanSpeed } from './mean-speed.ts';
import { onsetOf } from './onsets.ts';
import type { Overlay } from './overlay.ts';
import { alike, boundsOf, groupsIn, trimmed } from './regions.ts';
import {
  OVERLAY_AT_ONCE,
  OVERLAY_CHANGE_SECONDS,
  OVERLAY_LEAST_CELLS,
  OVERLAY_LEAST_FILLED,
  OVERLAY_LIVELY_SHARE,
  OVERLAY_LONGEST_FRAMES,
  OVERLAY_MOST_AREA,
  OVERLAY_MOST_CELLS,
  OVERLAY_MOST_CELLS_AT_REST,
  OVERLAY_MOST_STIR,
  OVERLAY_MOST_WANDERING,
  OVERLAY_NOISE,
  OVERLAY_REST_SECONDS,
  OVERLAY_SAME_REGION,
  OVERLAY_SAME_SECONDS,
  OVERLAY_SHORTEST_SECONDS,
  OVERLAY_STRONG,
  OVERLAY_WANDERING,
  OVERLAY_WORTH,
} from './thresholds.ts';
import { cutBetween } from './unrest.ts';
import { UnusualChange } from './unusual.ts';
import { kept } from './view.ts';

const { abs, ceil, max, min, round } = Math;

const OPEN_AT_ONCE = 64;

/**
 * The last frame of the old and the first one of the new, and the newest; `elsewhere` is the part
 * of the picture that does not rest.
 */
interface Look {
  before: number;
  after: number;
  now: number;
  sudden: boolean;
  elsewhere: number;
}

/**
 * Finds writing, logos and pictures that are laid over a shot: cells that change together and stay.
 */
export class OverlayDetector {
  readonly overlays: Overlay[] = [];
  /** Every change that was followed to its end, from which the overlays are chosen. */
  readonly found: Pick<Candidate, 'overlay' | 'traits' | 'life'>[] = [];
  readonly #history: History;
  readonly #moves: MoveDetector;
  readonly #unusual: UnusualChange;
  readonly #rest: number;
  readonly #frameRate: number;
  readonly #stride: number;
  readonly #spans: readonly [number, number];
  readonly #half: number;
  readonly #worth: typeof OVERLAY_WORTH;
  readonly #resting: RestingCells;
  readonly #fresh: Extremes = {
    low: new Uint8Array(FINE_PIXELS),
    high: new Uint8Array(FINE_PIXELS),
  };
  readonly #changed = new ChangedCells();
  #open: Candidate[] = [];

  constructor(history: History, moves: MoveDetector, frameRate: number, worth = OVERLAY_WORTH) {
    this.#worth = worth;
    this.#history = history;
    this.#moves = moves;
    this.#frameRate = frameRate;
    this.#rest = min(90, max(3, round(OVERLAY_REST_SECONDS * frameRate)));
    this.#half = max(2, round(this.#rest / 2));
    this.#unusual = new UnusualChange(history, this.#rest);
    this.#stride = max(1, round(frameRate / 10));
    const span = (seconds: number): number => {
      const frames = this.#rest + min(OVERLAY_LONGEST_FRAMES - this.#rest, seconds * frameRate);
      return ceil(frames / this.#stride) * this.#stride;
    };
    this.#spans = [span(OVERLAY_CHANGE_SECONDS[0]), span(OVERLAY_CHANGE_SECONDS[1])];
    const kept = this.#spans[1] / this.#stride + 1;
    this.#resting = new RestingCells(history, this.#half, this.#stride, kept);
  }

  push(): void {
    const now = this.#history.count - 1;
    this.#unusual.push();
    let ended = false;
    for (const open of this.#open) if (this.#watch(open, now)) ended = true;
    if (ended) this.#open = this.#open.filter((open) => open.overlay.end === null);
    if (now < this.#rest) return;
    if (now % this.#stride === 0) {
      this.#resting.push(now);
      this.#slow(now, this.#spans[0]);
      if (now % (2 * this.#stride) === 0) this.#slow(now, this.#spans[1]);
    }
    const flick = now - this.#rest + 1;
    if (this.#unusual.at(flick) || this.#unusual.at(flick - 1)) this.#sudden(now);
  }

  finish(): void {
    for (const open of this.#open) {
      judgeOpen(this.#history, open);
      const { overlay, traits, life } = open;
      this.found.push({ overlay, traits, life });
    }
    this.#open = [];
    const end = this.#history.seconds(this.#history.count);
    const lasting = this.found.filter(
      ({ overlay }) => (overlay.end ?? end) - overlay.start >= OVERLAY_SHORTEST_SECONDS,
    );
    this.overlays.push(...chooseOverlays(lasting, end));
  }

  /**
   * Looks for cells that came to rest elsewhere than before, or that rest while all around them
   * goes on.
   */
  #slow(now: number, span: number): void {
    const history = this.#history;
    const before = now - span;
    const middle = now - 2 * this.#stride;
    const after = middle - this.#half + 1;
    if (before - this.#half + 1 < history.first || before < this.#half) return;
    if (cutBetween(history, before, after)) return;
    const old = this.#resting.at(before);
    const fresh = this.#fresh;
    joinRanges(this.#resting.at(middle), this.#resting.at(now), fresh);
    const wandering = cellsBeyond(fresh, OVERLAY_WANDERING);
    const look = { before, after, now, sudden: false, elsewhere: wandering / FINE_PIXELS };
    this.#groups(this.#changed.stepped(old, fresh), look);
    if (wandering > OVERLAY_MOST_WANDERING) this.#groups(this.#changed.calmed(old, fresh), look);
  }

  /** Looks for cells that jumped at once, whatever goes on around them. */
  #sudden(now: number): void {
    const history = this.#history;
    const after = now - this.#rest + 1;
    const before = after - OVERLAY_AT_ONCE;
    if (before - this.#rest + 1 < history.first) return;
    if (cutBetween(history, before, after)) return;
    const { count, sure, others } = this.#changed.jumped(history, { before, after, now });
    const look = { before, after, now, sudden: true, elsewhere: others / FINE_PIXELS };
    this.#groups(count, look);
    if (sure < count) this.#groups(sure, look, this.#changed.strict);
  }

  #groups(count: number, look: Look, mask = this.#changed.mask): void {
    const atRest = look.sudden && look.elsewhere <= OVERLAY_LIVELY_SHARE;
    const most = atRest ? OVERLAY_MOST_CELLS_AT_REST : OVERLAY_MOST_CELLS;
    if (count < OVERLAY_LEAST_CELLS || count > most) return;
    for (const group of groupsIn(mask, OVERLAY_LEAST_CELLS)) {
      const cells = look.elsewhere > OVERLAY_LIVELY_SHARE ? trimmed(group) : group;
      if (cells.length >= OVERLAY_LEAST_CELLS) this.#group(cells, look);
    }
  }

  #group(cells: Int16Array, look: Look): void {
    const history = this.#history;
    const { after, now, sudden } = look;
    const [x0, y0, x1, y1] = boundsOf(cells);
    // Less than four cells wide is the seam of a wall or the border of the picture, not writing.
    if (x1 - x0 < 4) return;
    const area = (x1 - x0) * (y1 - y0);
    if (cells.length < OVERLAY_LEAST_FILLED * area || area > OVERLAY_MOST_AREA * FINE_PIXELS)
      return;
    let step = 0;
    let range = 0;
    for (const cell of cells) {
      step += abs(this.#changed.step[cell] as number) / cells.length;
      range += at(this.#changed.range, cell) / cells.length;
    }
    if (step < OVERLAY_STRONG || range > max(OVERLAY_NOISE, OVERLAY_MOST_STIR * step)) return;
    const reach = { stride: this.#stride, longest: this.#spans[1] - this.#rest };
    const before = sudden ? look.before : beginningOf(history, cells, look, reach);
    const calm = 1 - range / step;
    const longest = after - look.before;
    const onset = onsetOf(history, cells, before, after, longest, { calm, oneWay: true });
    if (!onset) return;
    const speed = meanSpeed(this.#moves, before, now);
    const bounds = [x0, y0, x1, y1] as const;
    const ring = around(cells);
    const change = { ...look, before, cells, bounds, ring, step, range, onset };
    this.#follow(candidateOf(history, { ...change, speed }), look);
    this.#lookBack(cells, before, look);
  }

  /** Follows what changed cells showed before, from where that began: it may have been laid over. */
  #lookBack(cells: Int16Array, last: number, { after, now, elsewhere }: Look): void {
    const pace = { rest: this.#rest, frameRate: this.#frameRate };
    const went = { cells, last, gone: after, elsewhere };
    const came = cameBefore(this.#history, this.#moves, went, pace);
    if (!came) return;
    for (let frame = came.after; frame <= now; frame++)
      if (this.#watch(came.candidate, frame)) return;
  }

  /**
   * Watches a candidate from now on, unless a better look at the same change is watched already.
   */
  #follow(candidate: Candidate, { after, now }: Look): void {
    const { overlay } = candidate;
    if (overlay.confidence < this.#worth.watching) return;
    const same = this.#open.filter(
      (open) =>
        abs(open.overlay.start - overlay.start) <= OVERLAY_SAME_SECONDS &&
        alike(open.overlay.region, overlay.region) > OVERLAY_SAME_REGION,
    );
    if (same.some((open) => open.overlay.confidence >= overlay.confidence)) return;
    this.#open = this.#open.filter((open) => !same.includes(open));
    if (this.#open.length >= OPEN_AT_ONCE) return;
    const { pictures } = candidate;
    candidate.pictures = { before: kept(pictures.before), after: kept(pictures.after) };
    for (let frame = after; frame <= now; frame++) if (this.#watch(candidate, frame)) return;
    this.#open.push(candidate);
  }

  /** Closes a candidate when its cells no longer look like it; true when it did. */
  #watch(open: Candidate, frame: number): boolean {
    if (shows(open, this.#history.fine(frame))) open.missing = 0;
    else if (++open.missing >= max(3, this.#rest)) {
      close(this.#history, open, frame, this.#rest);
      const { overlay, traits, life } = open;
      if (overlay.confidence >= this.#worth.telling) this.found.push({ overlay, traits, life });
      return true;
    }
    return false;
  }
}
