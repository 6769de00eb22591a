import { at, FINE } from '../pictures/grey.ts';
import type { Pictures } from './backwards.ts';
import { borneOut } from './borne-out.ts';
import { likeness } from './likeness.ts';
import { areColours, colourMarks } from './marks.ts';
import { isMovedOnPlain } from './moved-on-plain.ts';
import type { Overlay } from './overlay.ts';
import { around, boundsOf } from './regions.ts';
import {
  LAID_GONE_AT_ONCE,
  LAID_KEEPS,
  LAID_LIKE_IT,
  LAID_MOST_LEFT,
  LAID_STANDS_OUT,
  LAID_TOO_LIKE,
  OVERLAY_SHORTEST_SECONDS,
} from './thresholds.ts';
import { type Change, changeOver, type Traits, traitsOf } from './traits.ts';
import { cutBetween } from './unrest.ts';
import { type View, viewOf } from './view.ts';
import { type Life, lifeOf } from './whole-life.ts';

const { abs, max, min, round, sqrt } = Math;

/** Frames before a change whose own changes are its usual ones. */
const USUAL_FRAMES = 8;

/** Cells that may show something laid over the picture: what they were without it and with it. */
export interface Candidate {
  readonly overlay: Overlay;
  /** The first frame with all of it. */
  readonly from: number;
  readonly cells: Int16Array;
  /** True where they changed one after the other. */
  readonly flown: boolean;
  /** Where it is looked for in the planes of a picture, and what is around that. */
  readonly marks: Int16Array;
  readonly ring: Int16Array;
  readonly without: Uint8Array;
  readonly withIt: Uint8Array;
  /**
   * What the ring showed with it, and the correlation that a picture of cells and ring must have
   * with that.
   */
  readonly aroundIt: Uint8Array;
  readonly likeIt: number;
  /** The correlation that the picture just before it came has with that. */
  readonly likeBefore: number;
  readonly step: number;
  readonly traits: Traits;
  /** Change of the whole picture in grey levels a frame: shortly before it, and at most as it came. */
  readonly whole: { readonly usual: number; readonly came: number };
  /** What was seen just before it came and with it: copied once it is followed. */
  pictures: { readonly before: View; readonly after: View };
  /** Frames for which it has not been seen. */
  missing: number;
  /** Seconds at which its place was written anew. */
  readonly rewritten: number[];
  /** Known once it was seen to end. */
  life: Life | undefined;
}

/** Starts to follow cells that changed; undefined where something moved over a plain ground. */
export function candidateOf(
  history: Pictures,
  { flown = false, ...seen }: Omit<Change, 'bounds' | 'ring'> & { readonly flown?: boolean },
): Candidate | undefined {
  const { before, after, cells, marks, step, onset } = seen;
  const near = around(cells);
  if (isMovedOnPlain(history, { ...seen, ring: near, flown })) return undefined;
  const ring = areColours(marks) ? colourMarks(near) : near;
  const bounds = boundsOf(cells);
  const change = { ...seen, bounds, ring };
  const a = history.planes(before);
  const b = history.planes(after);
  const traits = traitsOf(history, change);
  const [x0, y0, x1, y1] = bounds;
  const overlay: Overlay = {
    start: history.seconds(onset.from),
    end: null,
    region: [x0 / FINE, y0 / FINE, x1 / FINE, y1 / FINE],
    confidence: likeness(traits),
  };
  const withIt = greysOf(marks, b);
  const aroundIt = greysOf(ring, b);
  const without = correlation({ marks, ring, withIt, aroundIt }, a);
  return {
    aroundIt,
    likeBefore: without,
    likeIt: without > LAID_TOO_LIKE ? -1 : without + LAID_LIKE_IT * (1 - without),
    overlay,
    from: after,
    flown,
    cells,
    marks,
    ring,
    step,
    traits,
    missing: 0,
    rewritten: [],
    life: undefined,
    whole: {
      usual: meanChangeOf(history, max(history.first, before - USUAL_FRAMES), before),
      came: mostChange(history, before, after),
    },
    pictures: { before: viewOf(history, before), after: viewOf(history, after) },
    without: greysOf(marks, a),
    withIt,
  };
}

/** Mean change of the whole picture from one frame to the next, after frame `from` up to `to`. */
function meanChangeOf(history: Pictures, from: number, to: number): number {
  let sum = 0;
  for (let frame = from + 1; frame <= to; frame++) sum += history.change(frame);
  return sum / max(1, to - from);
}

/** The most that the whole picture changed from one frame to the next between two frames. */
function mostChange(history: Pictures, from: number, to: number): number {
  let most = 0;
  for (let frame = from + 1; frame <= to; frame++) most = max(most, history.change(frame));
  return most;
}

function greysOf(cells: Int16Array, picture: Uint8Array): Uint8Array {
  const greys = new Uint8Array(cells.length);
  for (let k = 0; k < cells.length; k++) greys[k] = at(picture, cells[k] as number);
  return greys;
}

/** True when the cells of a picture are nearer to what they were with it than without. */
export function shows(candidate: Candidate, picture: Uint8Array): boolean {
  const { marks, without, withIt } = candidate;
  let along = 0;
  let whole = 0;
  let beside = 0;
  let apart = 0;
  for (let k = 0; k < marks.length; k++) {
    const u = at(withIt, k) - at(without, k);
    const d = at(picture, marks[k] as number) - at(without, k);
    along += d * u;
    whole += u * u;
    beside += abs(d - u);
    apart += abs(u);
  }
  if (along > 0.5 * whole && beside < 0.75 * apart) {
    // What keeps to its greys is there, whatever goes on around it.
    if (beside <= LAID_KEEPS * apart) return true;
    if (candidate.likeIt < 0 || correlation(candidate, picture) >= candidate.likeIt) return true;
  }
  return abs(standingOut(candidate, picture) - 1) <= LAID_STANDS_OUT;
}

/**
 * How far its cells stand out from those around them, as a share of what they did when it came: the
 * least squares slope over both, whatever they have in common. What passes behind a thing changes
 * all of them alike; when it goes, its cells are as those around them.
 */
function standingOut({ marks, ring, without, withIt }: Candidate, picture: Uint8Array): number {
  const n = marks.length + ring.length;
  let [steps, greys, squares, products] = [0, 0, 0, 0];
  for (let k = 0; k < marks.length; k++) {
    const step = at(withIt, k) - at(without, k);
    const grey = at(picture, marks[k] as number);
    steps += step;
    greys += grey;
    squares += step * step;
    products += step * grey;
  }
  for (const cell of ring) greys += at(picture, cell);
  return (products - (steps * greys) / n) / (squares - (steps * steps) / n);
}

/**
 * Pearson's correlation of cells and ring with what they showed when it came: drawing stays while
 * the light behind it goes.
 */
function correlation(
  { marks, ring, withIt, aroundIt }: Pick<Candidate, 'marks' | 'ring' | 'withIt' | 'aroundIt'>,
  picture: Uint8Array,
): number {
  let [p, q, pp, qq, pq] = [0, 0, 1, 1, 0];
  const n = marks.length + ring.length;
  for (let k = 0; k < n; k++) {
    const inside = k < marks.length;
    const u = inside ? at(withIt, k) : at(aroundIt, k - marks.length);
    const v = at(picture, (inside ? marks[k] : ring[k - marks.length]) as number);
    p += u;
    q += v;
    pp += u * u;
    qq += v * v;
    pq += u * v;
  }
  return (pq - (p * q) / n) / sqrt((pp - (p * p) / n) * (qq - (q * q) / n));
}

/** Least squares share of it that a picture shows. */
function shareIn({ marks, without, withIt }: Candidate, picture: Uint8Array): number {
  let along = 0;
  let whole = 0;
  for (let k = 0; k < marks.length; k++) {
    const u = at(withIt, k) - at(without, k);
    along += (at(picture, marks[k] as number) - at(without, k)) * u;
    whole += u * u;
  }
  return along / whole;
}

/**
 * Ends a candidate that has been missing up to `frame`: says when it was gone, and describes how it
 * went. Through a cut everything goes at once, so that says nothing.
 */
export function close(history: Pictures, candidate: Candidate, frame: number, rest: number): void {
  const { overlay, traits, marks, ring, step, without, withIt } = candidate;
  const gone = frame - candidate.missing + 1;
  let end = gone;
  let [lastFrame, firstWithout] = [gone - 1, undefined as View | undefined];
  let went = 0;
  if (!cutBetween(history, gone - 1, gone)) {
    const first = max(history.first + 1, gone - 2 * rest);
    let leap = 0;
    let where = gone;
    let last = shareIn(candidate, history.planes(first - 1));
    // What is behind it now is not what was there before, and may look a little like it.
    const behind = min(LAID_MOST_LEFT, restingShare(history, candidate, frame, rest));
    for (let k = first; k <= frame; k++) {
      const share = shareIn(candidate, history.planes(k));
      if (last - share > leap) {
        leap = last - share;
        where = k;
      }
      last = share;
    }
    const now = history.planes(frame);
    let left = 0;
    let apart = 0;
    for (let k = 0; k < marks.length; k++) {
      left += abs(at(now, marks[k] as number) - at(without, k));
      apart += abs(at(withIt, k) - at(without, k));
    }
    traits.ended = 1;
    traits.endLeap = min(1.5, leap);
    traits.gave = min(2, left / apart);
    traits.endRing = min(
      2,
      changeOver(ring, history.planes(where - 1), history.planes(where)) / step,
    );
    if (leap < LAID_GONE_AT_ONCE * (1 - behind)) {
      const faded = fadedOut(history, candidate, { first, gone, last: frame, left: behind });
      end = faded.end;
      lastFrame = faded.whole;
      firstWithout = viewOf(history, frame);
      went = mostChange(history, lastFrame, frame);
    } else {
      end = where;
      lastFrame = where - 1;
      firstWithout = viewOf(history, where);
      went = history.change(where);
    }
  }
  overlay.end = history.seconds(end);
  traits.dur = min(3, overlay.end - overlay.start);
  overlay.confidence = 0;
  // A glint is no overlay, whatever it looks like.
  if (overlay.end - overlay.start < OVERLAY_SHORTEST_SECONDS) return;
  const lastSeen = viewOf(history, lastFrame);
  const borne = borneOut(candidate, lastSeen, firstWithout);
  const seen = { frame: lastFrame, last: lastSeen, gone: firstWithout, went };
  candidate.life = lifeOf(history, candidate, seen, borne, overlay.region);
  overlay.region = borne.region ?? overlay.region;
  overlay.confidence = likeness(traits);
}

/** Describes what is still there at the end of the window by all that was seen of it. */
export function closeOpen(history: Pictures, candidate: Candidate): void {
  const { overlay, traits } = candidate;
  const last = viewOf(history, history.count - 1);
  const borne = borneOut(candidate, last, undefined);
  const seen = { frame: history.count - 1, last, gone: undefined, went: 0 };
  candidate.life = lifeOf(history, candidate, seen, borne, overlay.region);
  traits.dur = min(3, history.seconds(history.count) - overlay.start);
  overlay.confidence = likeness(traits);
}

/** The share of it that the pictures show once it is gone: the least of the last ones, smoothed. */
function restingShare(
  history: Pictures,
  candidate: Candidate,
  frame: number,
  rest: number,
): number {
  const shares: number[] = [];
  for (let k = max(history.first, frame - (rest >> 1) + 1); k <= frame; k++)
    shares.push(shareIn(candidate, history.planes(k)));
  shares.sort((a, b) => a - b);
  return max(0, shares[shares.length >> 1] ?? 0);
}

/**
 * Runs the line through three quarters and a quarter of the way from all of it to `left` down to
 * nothing.
 */
function fadedOut(
  history: Pictures,
  candidate: Candidate,
  { first, gone, last, left }: { first: number; gone: number; last: number; left: number },
): { end: number; whole: number } {
  const share = (frame: number): number =>
    (shareIn(candidate, history.planes(frame)) - left) / (1 - left);
  let early = gone;
  while (early > first && share(early - 1) < 0.75) early--;
  while (early < last && share(early) > 0.75) early++;
  let late = early;
  while (late < last && share(late) > 0.25) late++;
  const half = (late - early) / 2;
  return { end: min(last, round(late + half)), whole: max(first, early - 1 - round(half)) };
}
