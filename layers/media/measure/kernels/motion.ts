// Sums over every other cell of two coarse pictures, in 64-bit fractions, added cell by cell.
import { PIXELS } from '../pictures/grey.ts';
import { fractionsAt, kernels, realsAt } from './kernels.ts';

const a = realsAt('SOFT_A', PIXELS);
const b = realsAt('SOFT_B', PIXELS);
/** Four by four, numbered along the rows. */
export const BLOCKS = 16;
const OF_BLOCK = 8;

/** Two pictures that are compared from here on. */
export function compareSoft(one: Float32Array, other: Float32Array): void {
  a.set(one);
  b.set(other);
}

/**
 * Sums of one step of a fit, for the motion found so far: cells right, cells down, growth about the
 * middle, how much lighter the second picture is, and the error that counts for a quarter. Valid
 * until the next sums.
 * @returns how many cells were compared
 */
export const sumFit = kernels.sumFit;

/**
 * Weighted products of the slopes of the first picture, to the right, down and outwards, and of those
 * with the error; then the sum of the absolute errors.
 */
export const fit = fractionsAt('FITS', 10);

/** The sums that the sixteen blocks vote by, for a motion as that of `sumFit`. */
export const sumVotes = kernels.sumVotes;

const votes = fractionsAt('FITS', BLOCKS * OF_BLOCK);

/** What one block sums: absolute slopes, and absolute differences. */
export interface BlockSums {
  readonly across: number;
  readonly down: number;
  readonly outward: number;
  /** What the motion changes, by the slopes. */
  readonly texture: number;
  readonly atRest: number;
  readonly moved: number;
  /** Cells compared. */
  readonly count: number;
}

const of = (block: number, what: number): number => votes[block * OF_BLOCK + what] as number;

export const blockSums = (block: number): BlockSums => ({
  across: of(block, 0),
  down: of(block, 1),
  outward: of(block, 2),
  texture: of(block, 3),
  atRest: of(block, 4),
  moved: of(block, 5),
  count: of(block, 6),
});
