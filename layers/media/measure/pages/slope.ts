import { at, FINE } from '../pictures/grey.ts';
import { type Area, fineArea } from '../pictures/lit-area.ts';
import { PLAIN_SHARE } from '../pictures/thresholds.ts';
import { PAGE_SLOPE_OFF, PAGE_SLOPE_STEP, PAGE_STILL } from './thresholds.ts';

const { abs, max } = Math;

/** Rounds in which cells that lie off come to weigh less. */
const ROUNDS = 8;
/** Grey levels from which on a cell weighs less, the more so the further off it lies. */
const LEAST_OFF = 1;
const TERMS = 7;
const MIDDLE = (FINE - 1) / 2;

/** One, the columns and rows from the middle, up to their squares, and the way to the middle. */
function termsAt(cell: number): number[] {
  const [u, v] = [(cell % FINE) / MIDDLE - 1, Math.floor(cell / FINE) / MIDDLE - 1];
  return [1, u, v, u * u, u * v, v * v, Math.hypot(u, v)];
}

const TERMS_AT = Array.from({ length: FINE * FINE }, (_, cell) => termsAt(cell));

/** The grey of a slope at a cell. */
export const greyOn = (slope: readonly number[], cell: number): number =>
  (TERMS_AT[cell] as number[]).reduce((sum, term, k) => sum + term * (slope[k] as number), 0);

/**
 * The smooth change of grey on which most of two pictures lies, as factors of the terms of `termsAt`;
 * undefined where there is none. Least absolute differences of what stayed, by least squares whose
 * weights are taken anew in each round (IRLS).
 */
export function commonSlope(
  before: Uint8Array,
  after: Uint8Array,
  { area, lives }: { area: Area; lives: Uint8Array },
): number[] | undefined {
  const cells: number[] = [];
  const { left, top, right, bottom } = fineArea(area);
  for (let y = top; y < bottom; y += PAGE_SLOPE_STEP)
    for (let x = left; x < right; x += PAGE_SLOPE_STEP)
      if (at(lives, y * FINE + x) === 0) cells.push(y * FINE + x);
  const least = PLAIN_SHARE * cells.length;
  const stayed = cells.filter((cell) => abs(at(before, cell) - at(after, cell)) <= PAGE_STILL);
  if (stayed.length < least / 2) return undefined;
  const off = (fine: Uint8Array, cell: number): number => abs(at(fine, cell) - greyOn(slope, cell));
  let slope = fitted(before, stayed, () => 1);
  for (let round = 1; round < ROUNDS; round++)
    slope = fitted(before, stayed, (cell) => 1 / max(LEAST_OFF, off(before, cell)));
  const isGround = (fine: Uint8Array): boolean =>
    cells.filter((cell) => off(fine, cell) <= PAGE_SLOPE_OFF).length >= least;
  return isGround(before) && isGround(after) ? slope : undefined;
}

/** Weighted least squares, by the normal equations and elimination. */
function fitted(
  fine: Uint8Array,
  cells: readonly number[],
  weightOf: (cell: number) => number,
): number[] {
  const rows = Array.from({ length: TERMS }, () => new Float64Array(TERMS + 1));
  for (const cell of cells) {
    const [terms, weight] = [TERMS_AT[cell] as number[], weightOf(cell)];
    for (const [i, row] of rows.entries()) {
      const scaled = weight * (terms[i] as number);
      for (let j = 0; j < TERMS; j++) (row[j] as number) += scaled * (terms[j] as number);
      (row[TERMS] as number) += scaled * at(fine, cell);
    }
  }
  for (const [i, row] of rows.entries()) {
    const pivot = row[i] as number;
    for (let j = i; j <= TERMS; j++) (row[j] as number) /= pivot;
    for (const other of rows) {
      if (other === row) continue;
      const factor = other[i] as number;
      for (let j = i; j <= TERMS; j++) (other[j] as number) -= factor * (row[j] as number);
    }
  }
  return rows.map((row) => row[TERMS] as number);
}
