import type { MoveDetector } from '../camera/moves.ts';
import { cellsBeyond, EARLIER, joinRanges } from '../kernels/fine.ts';
import { FINE_PIXELS } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { beginningOf } from './beginning.ts';
import { inPlace } from './beneath.ts';
import { ChangedCells } from './changed-cells.ts';
import { chooseOverlays } from './choose-overlays.ts';
import { ColouredCells } from './coloured-cells.ts';
import { RestingCells } from './extremes.ts';
import { mayHaveFlown } from './flown.ts';
import type { Followed } from './found.ts';
import { candidateOf } from './laid-over.ts';
import { type Lasting, lastingOf, leastLikeness, valuesOf } from './lasting.ts';
import { likenessOfWhole } from './likeness.ts';
import { candidateFrom, shownBefore } from './looked-back.ts';
import { areColours, cellsOf, type Marks } from './marks.ts';
import { onsetOf } from './onsets.ts';
import type { Overlay } from './overlay.ts';
import { boundsOf, groupsIn, regionOf, trimmed } from './regions.ts';
import {
  OVERLAY_AT_ONCE,
  OVERLAY_CHANGE_SECONDS,
  OVERLAY_CHOOSING,
  OVERLAY_LEAST_CELLS,
  OVERLAY_LEAST_FILLED,
  OVERLAY_LEAST_WIDE,
  OVERLAY_LIVELY_SHARE,
  OVERLAY_LONGEST_FRAMES,
  OVERLAY_MOST_AREA,
  OVERLAY_MOST_CELLS,
  OVERLAY_MOST_CELLS_AT_REST,
  OVERLAY_MOST_STIR,
  OVERLAY_MOST_WANDERING,
  OVERLAY_NOISE,
  OVERLAY_REST_SECONDS,
  OVERLAY_WANDERING,
  OVERLAY_WORTH,
} from './thresholds.ts';
import { cutBetween } from './unrest.ts';
import { UnusualChange } from './unusual.ts';
import { Watched } from './watched.ts';

const { ceil, max, min, round } = Math;

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
  readonly #changed = new ChangedCells();
  readonly #restingColours: RestingCells;
  readonly #coloured = new ColouredCells();
  readonly #watched: Watched;

  constructor(history: History, moves: MoveDetector, frameRate: number, worth = OVERLAY_WORTH) {
    this.#worth = worth;
    this.#history = history;
    this.#moves = moves;
    this.#frameRate = frameRate;
    this.#rest = min(90, max(3, round(OVERLAY_REST_SECONDS * frameRate)));
    this.#watched = new Watched(history, this.#rest, worth);
    this.#half = max(2, round(this.#rest / 2));
    this.#unusual = new UnusualChange(history, this.#rest);
    this.#stride = max(1, round(frameRate / 10));
    const span = (seconds: number): number => {
      const frames = this.#rest + min(OVERLAY_LONGEST_FRAMES - this.#rest, seconds * frameRate);
      return ceil(frames / this.#stride) * this.#stride;
    };
    this.#spans = [span(OVERLAY_CHANGE_SECONDS[0]), span(OVERLAY_CHANGE_SECONDS[1])];
    const kept = this.#spans[1] / this.#stride + 1;
    const resting = (picture: (frame: number) => Uint8Array): RestingCells =>
      new RestingCells(picture, this.#half, this.#stride, kept);
    this.#resting = resting((frame) => history.fine(frame));
    this.#restingColours = resting((frame) => history.colours(frame));
  }

  /** Every change that was followed to its end, from which the overlays are chosen. */
  get found(): readonly Followed[] {
    return this.#watched.found;
  }

  push(): void {
    const now = this.#history.count - 1;
    this.#unusual.push();
    this.#watched.push(now);
    if (now < this.#rest) return;
    if (now % this.#stride === 0) {
      this.#resting.push(now);
      this.#restingColours.push(now);
      this.#slow(now, this.#spans[0]);
      if (now % (2 * this.#stride) === 0) this.#slow(now, this.#spans[1]);
    }
    const flick = now - this.#rest + 1;
    if (this.#unusual.at(flick) || this.#unusual.at(flick - 1)) this.#sudden(now);
  }

  finish(): void {
    this.#watched.finish();
    const end = this.#history.seconds(this.#history.count);
    const lasting = lastingOf(this.found, end);
    valuesOf(lasting, end).forEach((values, i) => {
      const one = lasting[i] as Lasting;
      one.overlay.confidence = max(leastLikeness(one), likenessOfWhole(values));
    });
    const likely = lasting.filter(({ overlay }) => overlay.confidence >= OVERLAY_CHOOSING);
    this.overlays.push(...chooseOverlays(likely, end));
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
    joinRanges(this.#resting.at(middle), this.#resting.at(now));
    EARLIER.take(this.#resting.at(before));
    const wandering = cellsBeyond(OVERLAY_WANDERING);
    const look = { before, after, now, sudden: false, elsewhere: wandering / FINE_PIXELS };
    this.#groups(this.#changed.stepped(), look);
    // No look at a group asks for ranges: these still hold.
    if (wandering > OVERLAY_MOST_WANDERING) this.#groups(this.#changed.calmed(), look);
    joinRanges(this.#restingColours.at(middle), this.#restingColours.at(now));
    EARLIER.take(this.#restingColours.at(before));
    this.#groups(this.#coloured.stepped(), look, this.#coloured);
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
    if (sure < count) this.#groups(sure, look, this.#changed, this.#changed.strict);
  }

  /** Looks at groups of so many cells: as bright as before, or nearly, coloured ones may be. */
  #groups(
    count: number,
    look: Look,
    changed: ChangedCells | ColouredCells = this.#changed,
    mask = changed.mask,
  ): void {
    const atRest = look.sudden && look.elsewhere <= OVERLAY_LIVELY_SHARE;
    const most = atRest ? OVERLAY_MOST_CELLS_AT_REST : OVERLAY_MOST_CELLS;
    if (count < OVERLAY_LEAST_CELLS || count > most) return;
    for (const group of groupsIn(mask, OVERLAY_LEAST_CELLS)) {
      const cells = look.elsewhere > OVERLAY_LIVELY_SHARE ? trimmed(group) : group;
      const marks = cells.length < OVERLAY_LEAST_CELLS ? undefined : changed.marksIn(cells);
      if (marks) this.#candidate(marks, look);
    }
  }

  #candidate({ marks, step, range }: Marks, look: Look): void {
    const history = this.#history;
    const { after, now, sudden } = look;
    if (range > max(OVERLAY_NOISE, OVERLAY_MOST_STIR * step)) return;
    const cells = cellsOf(marks);
    const [x0, y0, x1, y1] = boundsOf(cells);
    if (x1 - x0 < OVERLAY_LEAST_WIDE) return;
    const area = (x1 - x0) * (y1 - y0);
    if (cells.length < OVERLAY_LEAST_FILLED * area || area > OVERLAY_MOST_AREA * FINE_PIXELS)
      return;
    const reach = { stride: this.#stride, longest: this.#spans[1] - this.#rest };
    const before = sudden ? look.before : beginningOf(history, marks, look, reach);
    const calm = 1 - range / step;
    const longest = after - look.before;
    const bounds = [x0, y0, x1, y1] as const;
    if (sudden && !areColours(marks)) this.#inPlace(marks, look);
    const evenly = onsetOf(history, marks, before, after, longest, { calm, oneWay: true });
    const flown = !evenly && !sudden && mayHaveFlown({ bounds, step, range });
    if (!(evenly || flown)) return;
    const place = { region: regionOf(bounds), flown, coloured: areColours(marks) };
    if (this.#watched.hasRoom(place)) {
      const onset =
        evenly ?? onsetOf(history, marks, before, after, Infinity, { calm, oneWay: false });
      if (!onset) return;
      const speed = this.#moves.meanSpeed(before, now);
      const change = { ...look, before, cells, marks, step, range, onset, speed, flown };
      const candidate = candidateOf(history, change);
      if (candidate) this.#watched.follow(candidate, after, now);
    }
    if (!flown) this.#lookBack(marks, before, look);
  }

  /** Follows what took the place of something else. */
  #inPlace(marks: Int16Array, look: Look): void {
    const { before, after, now, elsewhere } = look;
    const speed = this.#moves.meanSpeed(before, now);
    for (const one of inPlace(this.#history, look, marks)) {
      const how = { marks: one.marks, elsewhere, rest: this.#rest, speed };
      const candidate = candidateFrom(one.history, look, how);
      if (candidate) this.#watched.follow(candidate, after, now);
    }
  }

  /** Follows what changed cells showed before, from where that began: it may have been laid over. */
  #lookBack(marks: Int16Array, last: number, { after, now, sudden, elsewhere }: Look): void {
    const pace = { rest: this.#rest, frameRate: this.#frameRate };
    const went = { marks, last, gone: after, now, sudden, elsewhere };
    for (const shown of shownBefore(this.#history, this.#moves, went, pace)) {
      const { candidate } = shown;
      if ('after' in shown) this.#watched.watchUntil(candidate, shown.after, now);
      else if (shown.judged.confidence >= this.#worth.telling) {
        const judged = { ...candidate, overlay: shown.judged };
        const next = this.#watched.successionOf(judged, after, now);
        this.#watched.tell(judged, shown.came, next);
      }
    }
  }
}
