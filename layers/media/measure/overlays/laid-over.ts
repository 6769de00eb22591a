import { at } from '../pictures/grey.ts';
import type { Pictures } from './backwards.ts';
import { likeness } from './likeness.ts';
import { areColours, colourMarks } from './marks.ts';
import { isMovedOnPlain } from './moved-on-plain.ts';
import type { Overlay } from './overlay.ts';
import { around, boundsOf, regionOf } from './regions.ts';
import { type Steps, stepsOf } from './steps.ts';
import { LAID_KEEPS, LAID_LIKE_IT, LAID_STANDS_OUT, LAID_TOO_LIKE } from './thresholds.ts';
import { type Change, type Traits, traitsOf } from './traits.ts';
import { type View, viewOf } from './view.ts';
import type { Life } from './whole-life.ts';

const { abs, max, sqrt } = Math;

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
  readonly steps: Steps;
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
  const overlay: Overlay = {
    start: history.seconds(onset.from),
    end: null,
    region: regionOf(bounds),
    confidence: likeness(traits),
  };
  const withIt = greysOf(marks, b);
  const aroundIt = greysOf(ring, b);
  const without = greysOf(marks, a);
  const likeBefore = correlation({ marks, ring, withIt, aroundIt }, a);
  return {
    aroundIt,
    likeBefore,
    likeIt: likeBefore > LAID_TOO_LIKE ? -1 : likeBefore + LAID_LIKE_IT * (1 - likeBefore),
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
    without,
    withIt,
    steps: stepsOf(without, withIt),
  };
}

/** Mean change of the whole picture from one frame to the next, after frame `from` up to `to`. */
function meanChangeOf(history: Pictures, from: number, to: number): number {
  let sum = 0;
  for (let frame = from + 1; frame <= to; frame++) sum += history.change(frame);
  return sum / max(1, to - from);
}

/** The most that the whole picture changed from one frame to the next between two frames. */
export function mostChange(history: Pictures, from: number, to: number): number {
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
  const { marks, ring, withIt, steps } = candidate;
  const n = marks.length + ring.length;
  let [greys, products, beside] = [0, 0, 0];
  for (let k = 0; k < marks.length; k++) {
    const grey = at(picture, marks[k] as number);
    greys += grey;
    products += grey * (steps.each[k] as number);
    beside += abs(grey - at(withIt, k));
  }
  if (products - steps.start > 0.5 * steps.squares && beside < 0.75 * steps.apart) {
    // What keeps to its greys is there, whatever goes on around it.
    if (beside <= LAID_KEEPS * steps.apart) return true;
    if (candidate.likeIt < 0 || correlation(candidate, picture) >= candidate.likeIt) return true;
  }
  for (const cell of ring) greys += at(picture, cell);
  // How far its cells stand out from those around them, as a share of what they did when it came:
  // the least squares slope over both, whatever they have in common. What passes behind a thing
  // changes all of them alike; when it goes, its cells are as those around them.
  const { sum, squares } = steps;
  const standingOut = (products - (sum * greys) / n) / (squares - (sum * sum) / n);
  return abs(standingOut - 1) <= LAID_STANDS_OUT;
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
