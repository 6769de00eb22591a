import { at, FINE } from '../pictures/grey.ts';
import type { Pictures } from './backwards.ts';
import type { Onset } from './onsets.ts';
import { detailIn, lostPerNew } from './regions.ts';

const { log, max, min } = Math;

/**
 * What is known of cells that came to show something else, as plain numbers. Whatever is measured
 * in grey levels is divided by `step`, the levels by which the cells changed.
 */
export interface Traits {
  /** 1 when its cells were seen to jump, 0 when they were seen to have changed. */
  sudden: number;
  /** Share of the cells that changed in the same moment; share that was half way when all were. */
  together: number;
  midway: number;
  /**
   * The largest part of the way gone in one frame; how far beside one common way; its time over
   * that of the rest after it.
   */
  leap: number;
  beside: number;
  ramp: number;
  /** Range of the cells afterwards, and what they changed before and afterwards. */
  stir: number;
  inBefore: number;
  inAfter: number;
  /**
   * Logarithms of the step, of the number of cells, of width over height, and of detail after over
   * detail before.
   */
  step: number;
  n: number;
  wide: number;
  finer: number;
  /**
   * Share of the box that changed; detail in it after and before; edges that went over edges that
   * came.
   */
  filled: number;
  drawn: number;
  old: number;
  swapped: number;
  /**
   * What the ring around changed meanwhile, at most in a frame just before or after, and in the
   * rest before.
   */
  ringNow: number;
  ringNear: number;
  ringBefore: number;
  /** Logarithm of the ring's unrest over the cells' own. */
  rests: number;
  /**
   * Speed of the camera; part of the picture that does not rest; 1 at the border of the picture.
   */
  speed: number;
  elsewhere: number;
  edge: number;
  /**
   * 1 when it was seen to go; then the largest part that went in a frame, what is left of it, and
   * what the ring did.
   */
  ended: number;
  endLeap: number;
  gave: number;
  endRing: number;
  /** Seconds that it stayed, at most three. */
  dur: number;
}

/**
 * Of each trait its mean and its standard deviation over the changes that the model was fitted on.
 */
export type Usual = Readonly<Record<keyof Traits, readonly [mean: number, spread: number]>>;

/** Mean absolute difference of two pictures over some cells. */
export function changeOver(cells: Int16Array, a: Uint8Array, b: Uint8Array): number {
  if (cells.length === 0) return 0;
  let sum = 0;
  for (let k = 0; k < cells.length; k++) {
    const cell = cells[k] as number;
    const change = at(a, cell) - at(b, cell);
    sum += change < 0 ? -change : change;
  }
  return sum / cells.length;
}

/** Where and when cells changed. */
export interface Change {
  before: number;
  after: number;
  now: number;
  /** The fine cells that changed, and those around them. */
  cells: Int16Array;
  /** What was seen to change of them, and the same of those around, as places in the planes. */
  marks: Int16Array;
  ring: Int16Array;
  /** [x0, y0, x1, y1] in fine cells. */
  bounds: readonly [number, number, number, number];
  /** Mean step, and mean range afterwards, in grey levels. */
  step: number;
  range: number;
  onset: Onset;
  sudden: boolean;
  speed: number;
  elsewhere: number;
}

const SAMPLES = 5;
const BESIDE_IN_TIME = 3;

/** Measures a change; what is only known at its end is as for what never ends. */
export function traitsOf(history: Pictures, change: Change): Traits {
  const { before, after, now, cells, marks, ring, bounds, step, onset } = change;
  const [x0, y0, x1, y1] = bounds;
  const a = history.planes(before);
  const b = history.planes(after);
  let ringNear = 0;
  for (let k = 1; k <= BESIDE_IN_TIME; k++) {
    if (before - k >= history.first) {
      const [p, q] = [history.planes(before - k), history.planes(before - k + 1)];
      ringNear = max(ringNear, changeOver(ring, p, q));
    }
    if (after + k <= now) {
      const [p, q] = [history.planes(after + k - 1), history.planes(after + k)];
      ringNear = max(ringNear, changeOver(ring, p, q));
    }
  }
  const hop = max(1, ((now - after) / SAMPLES) | 0);
  let [ringBefore, ringAfter, inBefore, inAfter, seen] = [0, 0, 0, 0, 0];
  for (let k = hop; after + k <= now; k += hop, seen++) {
    const later = history.planes(after + k);
    const earlier = history.planes(max(history.first, before - k));
    ringAfter += changeOver(ring, b, later);
    inAfter += changeOver(marks, b, later);
    ringBefore += changeOver(ring, a, earlier);
    inBefore += changeOver(marks, a, earlier);
  }
  seen = max(1, seen);
  const area = (x1 - x0) * (y1 - y0);
  const old = detailIn(a, x0, y0, x1, y1);
  const fresh = detailIn(b, x0, y0, x1, y1);
  return {
    sudden: change.sudden ? 1 : 0,
    together: onset.together,
    midway: onset.midway,
    leap: min(1.2, onset.leap || 0),
    beside: min(1, onset.beside || 0),
    ramp: onset.length / (now - after + 1),
    stir: change.range / step,
    inBefore: min(2, inBefore / seen / step),
    inAfter: min(2, inAfter / seen / step),
    step: log(step),
    n: log(cells.length),
    wide: log((x1 - x0) / (y1 - y0)),
    finer: max(-1.5, min(2, log(fresh / old))),
    filled: cells.length / area,
    drawn: min(2, fresh / area / step),
    old: min(2, old / area / step),
    swapped: min(3, lostPerNew(a, b, x0, y0, x1, y1)),
    ringNow: min(2, changeOver(ring, a, b) / step),
    ringNear: ringNear / step,
    ringBefore: min(2, ringBefore / seen / step),
    rests: log((ringAfter / seen + 1) / (inAfter / seen + 1)),
    speed: change.speed,
    elsewhere: change.elsewhere,
    edge: x0 === 0 || y0 === 0 || x1 === FINE || y1 === FINE ? 1 : 0,
    ended: 0,
    endLeap: 0,
    gave: 0,
    endRing: 0,
    dur: 3,
  };
}
