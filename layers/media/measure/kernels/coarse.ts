// Loops over the 32 x 32 cells of coarse pictures.
import { FINE_PIXELS, PIXELS, SIDE } from '../pictures/grey.ts';
import { bytesAt, countsAt, kernels, realsAt, wordsAt } from './kernels.ts';

const fine = bytesAt('A', FINE_PIXELS);
const colours = bytesAt('C', 2 * PIXELS);
const softened = realsAt('SOFT_A', PIXELS);
const a = bytesAt('A', PIXELS);
const b = bytesAt('B', PIXELS);
const c = bytesAt('C', PIXELS);
/** Of two comparisons: sums of the columns, then of the rows. */
const lines = wordsAt('LINES', 4 * SIDE);
const sums = countsAt('SUMS', 9);
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

/** Sums over an area of two pictures. */
export interface PairSums {
  readonly a: number;
  readonly b: number;
  readonly aa: number;
  readonly bb: number;
  readonly ab: number;
}

const pair = (): PairSums => ({ a: sum(0), b: sum(1), aa: sum(2), bb: sum(3), ab: sum(4) });

/** Of an area of what `compare` was given: columns from `left` to before `right`, rows likewise. */
export function pairSums(left: number, top: number, right: number, bottom: number): PairSums {
  kernels.sumPair(left, top, right, bottom);
  return pair();
}

/**
 * The same of whole pictures, and how far the cells of each lie from its mean: exact, since that is
 * a whole number of 1024ths.
 */
export function wholePairSums(): PairSums & {
  readonly aDeviates: number;
  readonly bDeviates: number;
} {
  kernels.sumWholePair();
  // As much lies above a mean as below it.
  const deviates = (all: number, above: number, count: number): number =>
    2 * (above - (count * all) / PIXELS);
  return {
    ...pair(),
    aDeviates: deviates(sum(0), sum(5), sum(6)),
    bDeviates: deviates(sum(1), sum(7), sum(8)),
  };
}

/** Of a picture: sums over its coarse cells. */
export interface PictureSums {
  readonly greys: number;
  readonly squares: number;
  /** Absolute steps between neighbours along rows and along columns, but for the last row. */
  readonly across: number;
  readonly down: number;
  /** Squares of both. */
  readonly energy: number;
  /** Of the colours that came last. */
  readonly cb: number;
  readonly cr: number;
}

/**
 * Averages fine greys, two by two, into `coarse`, and softens those into `soft` with the binomial
 * 1-2-1 both ways: what is finer than its cells would else look like motion.
 * @param planes 64x64 of luma, then, if any, 32x32 of Cb and of Cr
 */
export function takePicture(
  planes: Uint8Array,
  coarse: Uint8Array,
  soft: Float32Array,
): PictureSums {
  fine.set(planes.subarray(0, FINE_PIXELS));
  colours.set(planes.subarray(FINE_PIXELS));
  kernels.coarsen();
  kernels.soften();
  kernels.sumPicture();
  coarse.set(b);
  soft.set(softened);
  return {
    greys: sum(0),
    squares: sum(1),
    across: sum(2),
    down: sum(3),
    energy: sum(4),
    cb: sum(5),
    cr: sum(6),
  };
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

const some = bytesAt('SOME', PIXELS);

/** Cells that `firstLook` reads. */
export function readFirst(every: number): void {
  some.fill(0);
  for (let i = 0; i < PIXELS; i += every) some[i] = 255;
}

/**
 * Of the ways of some cells from one picture to another: their lengths, what a third has gone along
 * them, and how far beside them it is.
 */
export function firstLook(
  old: Uint8Array,
  fresh: Uint8Array,
  picture: Uint8Array,
): { apart: number; along: number; beside: number } {
  a.set(picture);
  b.set(old);
  c.set(fresh);
  kernels.sumFirstLook();
  return { apart: sum(0), along: sum(1), beside: sum(2) };
}
