// Loops over the 32 x 32 cells of coarse pictures.
import { PIXELS, SIDE } from '../pictures/grey.ts';
import { bytesAt, countsAt, kernels, wordsAt } from './kernels.ts';

const a = bytesAt('A', PIXELS);
const b = bytesAt('B', PIXELS);
const c = bytesAt('C', PIXELS);
/** Of two comparisons: sums of the columns, then of the rows. */
const lines = wordsAt('LINES', 4 * SIDE);
const sums = countsAt('SUMS', 3);
const sum = (k: number): number => sums[k] as number;

/** Two pictures that `leastResidual` compares from here on. */
export function compare(one: Uint8Array, other: Uint8Array): void {
  a.set(one);
  b.set(other);
}

/**
 * The least sum of absolute differences between a box of at most 8 columns in the other picture and
 * one in the first that is moved by up to `reach` cells each way. From the middle outwards: the search
 * ends with the ring in which the sum is `enough` or less.
 */
export const leastResidual = kernels.leastResidual;

/** Sum of the greys, and of their squares. */
export function greySums(picture: Uint8Array): { sum: number; squares: number } {
  a.set(picture);
  kernels.sumGreys();
  return { sum: sum(0), squares: sum(1) };
}

/** Sum of the absolute changes; writes those of each column and then of each row into `out`. */
export function changeSums(before: Uint8Array, after: Uint8Array, out: Uint16Array): number {
  a.set(after);
  b.set(before);
  const change = kernels.sumChange();
  out.set(lines.subarray(0, 2 * SIDE));
  return change;
}

/** What it costs to call the cells of each column, and then of each row, old or new. */
export interface LineCosts {
  readonly asOld: Uint16Array;
  readonly asNew: Uint16Array;
  /** Of all cells as old. */
  readonly old: number;
}

const asOld = lines.subarray(0, 2 * SIDE);
const asNew = lines.subarray(2 * SIDE);

/** Sums of absolute differences of a picture to two others. Valid until the next sums. */
export function lineCosts(old: Uint8Array, fresh: Uint8Array, picture: Uint8Array): LineCosts {
  a.set(picture);
  b.set(old);
  c.set(fresh);
  return { old: kernels.sumSweep(), asOld, asNew };
}

/** Sums of each cell's distance to the nearer of two others, and of how far those are apart. */
export function nearerSums(
  old: Uint8Array,
  fresh: Uint8Array,
  picture: Uint8Array,
): { least: number; apart: number } {
  a.set(picture);
  b.set(old);
  c.set(fresh);
  kernels.sumBetween();
  return { least: sum(0), apart: sum(1) };
}

/**
 * Of the ways of all cells from one picture to another: their squares, what a third has gone along
 * them, and their lengths.
 */
export function waySums(
  old: Uint8Array,
  fresh: Uint8Array,
  picture: Uint8Array,
): { squares: number; along: number; apart: number } {
  a.set(picture);
  b.set(old);
  c.set(fresh);
  kernels.sumMixture(picture.length);
  return { squares: sum(0), along: sum(1), apart: sum(2) };
}
