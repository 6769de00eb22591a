import type { MoveDetector } from '../camera/moves.ts';
import { cellsBeyond, EARLIER, joinRanges } from '../kernels/fine.ts';
import { FINE_PIXELS } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { beginningOf } from './beginning.ts';
import { isBoxAtOnce } from './boxes.ts';
import { ChangedCells } from './changed-cells.ts';
import { isDimmed, isNextDigit } from './changed-in-place.ts';
import { chooseOverlays } from './choose-overlays.ts';
import { ColouredCells } from './coloured-cells.ts';
import { close, closeOpen } from './ends.ts';
import { RestingCells } from './extremes.ts';
import { isFlown, mayHaveFlown } from './flown.ts';
import type { Came, Followed } from './found.ts';
import { type Candidate, candidateOf, shows } from './laid-over.ts';
import { type Lasting, lastingOf, leastLikeness, valuesOf } from './lasting.ts';
import { likenessOfWhole } from './likeness.ts';
import { shownBefore } from './looked-back.ts';
import { areColours, cellsOf, type Marks } from './marks.ts';
import { onsetOf } from './onsets.ts';
import type { Overlay } from './overlay.ts';
import { alike, boundsOf, groupsIn, trimmed } from './regions.ts';
import { isRewritten } from './rewritten.ts';
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
  OVERLAY_SAME_REGION,
  OVERLAY_SAME_SECONDS,
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

const isBox = (candidate: Candidate): boolean =>
  isBoxAtOnce(candidate.traits) && !isDimmed(candidate);

/**
 * Finds writing, logos and pictures that are laid over a shot: cells that change together and stay.
 */
export class OverlayDetector {
  readonly overlays: Overlay[] = [];
  /** Every change that was followed to its end, from which the overlays are chosen. */
  readonly found: Followed[] = [];
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
    const resting = (picture: (frame: number) => Uint8Array): RestingCells =>
      new RestingCells(picture, this.#half, this.#stride, kept);
    this.#resting = resting((frame) => history.fine(frame));
    this.#restingColours = resting((frame) => history.colours(frame));
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
      this.#restingColours.push(now);
      this.#slow(now, this.#spans[0]);
      if (now % (2 * this.#stride) === 0) this.#slow(now, this.#spans[1]);
    }
    const flick = now - this.#rest + 1;
    if (this.#unusual.at(flick) || this.#unusual.at(flick - 1)) this.#sudden(now);
  }

  finish(): void {
    for (const open of this.#open) {
      closeOpen(this.#history, open);
      if (!open.flown) this.#tell(open);
    }
    this.#open = [];
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
    const evenly = onsetOf(history, marks, before, after, longest, { calm, oneWay: true });
    const flown = !evenly && !sudden && mayHaveFlown({ bounds, step, range });
    if (!(evenly || flown)) return;
    const onset =
      evenly ?? onsetOf(history, marks, before, after, Infinity, { calm, oneWay: false });
    if (!onset) return;
    const speed = this.#moves.meanSpeed(before, now);
    const change = { ...look, before, cells, marks, step, range, onset, speed, flown };
    const candidate = candidateOf(history, change);
    if (candidate) this.#follow(candidate, look);
    if (!flown) this.#lookBack(marks, before, look);
  }

  /** Follows what changed cells showed before, from where that began: it may have been laid over. */
  #lookBack(marks: Int16Array, last: number, { after, now, sudden, elsewhere }: Look): void {
    const pace = { rest: this.#rest, frameRate: this.#frameRate };
    const went = { marks, last, gone: after, now, sudden, elsewhere };
    for (const shown of shownBefore(this.#history, this.#moves, went, pace)) {
      const { candidate } = shown;
      if ('after' in shown) this.#watchUntil(candidate, shown.after, now);
      else if (shown.judged.confidence >= this.#worth.telling)
        this.#tell({ ...candidate, overlay: shown.judged }, shown.came);
    }
  }

  /**
   * Watches a candidate from now on, unless a better look at the same change is watched already.
   */
  #follow(candidate: Candidate, { after, now }: Look): void {
    const { overlay } = candidate;
    const coloured = areColours(candidate.marks);
    const isWatched =
      coloured || candidate.flown || overlay.confidence >= this.#worth.watching || isBox(candidate);
    if (!isWatched) return;
    const same = this.#open.filter(
      (open) =>
        areColours(open.marks) === coloured &&
        open.flown === candidate.flown &&
        abs(open.overlay.start - overlay.start) <= OVERLAY_SAME_SECONDS &&
        alike(open.overlay.region, overlay.region) > OVERLAY_SAME_REGION,
    );
    if (same.some((open) => open.overlay.confidence >= overlay.confidence)) return;
    this.#open = this.#open.filter((open) => !same.includes(open));
    // What may have flown in is seldom an overlay, and leaves room for the rest.
    if (this.#open.length >= (candidate.flown ? OPEN_AT_ONCE / 2 : OPEN_AT_ONCE)) return;
    if (this.#watchUntil(candidate, after, now)) return;
    const { pictures } = candidate;
    candidate.pictures = { before: kept(pictures.before), after: kept(pictures.after) };
    this.#open.push(candidate);
  }

  /** Watches a candidate from one frame to another; true when it was gone by then. */
  #watchUntil(candidate: Candidate, first: number, now: number): boolean {
    for (let frame = first; frame <= now; frame++) if (this.#watch(candidate, frame)) return true;
    return false;
  }

  /** Closes a candidate when its cells no longer look like it; true when it did. */
  #watch(open: Candidate, frame: number): boolean {
    if (isRewritten(this.#history, open, frame)) open.rewritten.push(this.#history.seconds(frame));
    if (shows(open, this.#history.planes(frame))) open.missing = 0;
    else if (++open.missing >= max(3, this.#rest)) {
      close(this.#history, open, frame, this.#rest);
      if (this.#isWorthTelling(open)) this.#tell(open);
      return true;
    }
    return false;
  }

  /** The regression and the trees know only what came evenly: what flew in has a rule of its own. */
  #isWorthTelling(candidate: Candidate): boolean {
    const { overlay, traits, life, flown } = candidate;
    if (flown) return life !== undefined && isFlown(overlay.region, traits, life);
    return overlay.confidence >= this.#worth.telling || isBox(candidate);
  }

  #tell(candidate: Candidate, came: Came = candidate.flown ? 'flown' : 'as one'): void {
    if (isNextDigit(candidate)) return;
    const { overlay, traits, life, marks, rewritten } = candidate;
    const coloured = areColours(marks);
    this.found.push({ overlay, traits, life, coloured, rewritten, came, box: isBox(candidate) });
  }
}
