// Sums over every other cell of two pictures, in 64-bit fractions, added cell by cell.
import { FINE, FINE_PIXELS, PIXELS, SIDE } from '../pictures/grey.ts';
import { bytesAt, fractionsAt, kernels, realsAt } from './kernels.ts';

const { max, round } = Math;

const a = realsAt('SOFT_A', PIXELS);
const b = realsAt('SOFT_B', PIXELS);
const fineA = realsAt('SOFT_A', FINE_PIXELS);
const fineB = realsAt('SOFT_B', FINE_PIXELS);
const bytesA = bytesAt('A', FINE_PIXELS);
const bytesB = bytesAt('B', FINE_PIXELS);
/** Four by four, numbered along the rows. */
export const BLOCKS = 16;
const OF_BLOCK = 8;

/** Two pictures of soft coarse cells that are compared from here on. */
export function compareSoft(one: Float32Array, other: Float32Array): void {
  a.set(one);
  b.set(other);
}

/** Two pictures of fine cells that are compared from here on. */
export function compareFine(one: ArrayLike<number>, other: ArrayLike<number>): void {
  fineA.set(one);
  fineB.set(other);
  bytesA.set(one);
  bytesB.set(other);
}

/** What two pictures are compared by. */
export interface Cells {
  /** In a line, and lines. */
  readonly side: number;
  /**
   * Sums of one step of a fit, for the motion found so far: cells right, cells down, growth about the
   * middle, how much lighter the second picture is, and the error that counts for a quarter. Valid
   * until the next sums.
   * @returns how many cells were compared
   */
  readonly sumFit: (typeof kernels)['sumFit'];
  /** The sums that the sixteen blocks vote by, for a motion as that of `sumFit`. */
  readonly sumVotes: (typeof kernels)['sumVotes'];
}

/** Of pictures given to `compareSoft`. */
export const COARSE_CELLS: Cells = {
  side: SIDE,
  sumFit: kernels.sumFit,
  sumVotes: kernels.sumVotes,
};
/** Of pictures given to `compareFine`. */
export const FINE_CELLS: Cells = {
  side: FINE,
  sumFit: kernels.sumFineFit,
  sumVotes: kernels.sumFineVotes,
};

/**
 * Weighted products of the slopes of the first picture, to the right, down and outwards, and of those
 * with the error; then the sum of the absolute errors.
 */
export const fit = fractionsAt('FITS', 10);

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

/** Cells that `nearestShift` looks at each way; not above its rim of 8. */
const REACH = 5;

/**
 * The shift in whole fine cells by which the second picture comes nearest to the first one, both as
 * given to `compareFine`.
 * @param worth share of the difference at rest that a shift has to stay below
 */
export function nearestShift(light: number, worth: number): { x: number; y: number } {
  const lighter = round(light);
  const nearest = kernels.nearestShift(REACH, max(0, -lighter), max(0, lighter), worth);
  const y = round(nearest / FINE);
  return { x: nearest - y * FINE, y };
}
