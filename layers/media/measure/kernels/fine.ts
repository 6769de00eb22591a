// Loops over the 64 x 64 cells of fine pictures.
import { FINE_PIXELS } from '../pictures/grey.ts';
import { bytesAt, cellsAt, kernels, type Place, wordsAt } from './kernels.ts';

const a = bytesAt('A', FINE_PIXELS);
const b = bytesAt('B', FINE_PIXELS);
const greatest = bytesAt('LOW', FINE_PIXELS);
const usualCells = wordsAt('USUAL', FINE_PIXELS);
const listed = cellsAt('LIST', FINE_PIXELS);

/** The least and the largest grey of each fine cell in some pictures. */
interface Range {
  readonly low: Uint8Array;
  readonly high: Uint8Array;
}

/** Room for a range, which the kernels work on. */
class Room implements Range {
  readonly low: Uint8Array;
  readonly high: Uint8Array;
  readonly #places: readonly [number, number];

  constructor(low: Place, high: Place) {
    this.#places = [kernels[low].value, kernels[high].value];
    this.low = bytesAt(low, FINE_PIXELS);
    this.high = bytesAt(high, FINE_PIXELS);
  }

  take({ low, high }: Range): void {
    this.low.set(low);
    this.high.set(high);
  }

  takeRangeOf(pictures: readonly Uint8Array[]): void {
    const [first = a] = pictures;
    this.low.set(first);
    this.high.set(first);
    for (let k = 1; k < pictures.length; k++) {
      a.set(pictures[k] as Uint8Array);
      kernels.widen(...this.#places);
    }
  }
}

/** Ranges over two stretches of frames; they hold until somebody else asks for theirs. */
export const EARLIER = new Room('LOW', 'HIGH');
export const LATER = new Room('LATER_LOW', 'LATER_HIGH');

/**
 * Cells whose later range lies beside their earlier one, by at least `step` and by at least the
 * width of the later one. Valid until the next list.
 */
export const steppedCells = (step: number): Int16Array =>
  listed.subarray(0, kernels.listStepped(step));

/**
 * Cells whose ranges have middles that are at least `step` apart. Valid until the next list.
 */
export const movedCells = (step: number): Int16Array =>
  listed.subarray(0, kernels.listMoved(2 * step));

/**
 * Cells that differ by at least `step` between two pictures, except those that differ by less than
 * `clear` and whose earlier and later ranges overlap: how many of these differ by more than `stir` is
 * told beside. Valid until the next list.
 */
export function jumpedCells(
  before: Uint8Array,
  after: Uint8Array,
  { step, clear, stir }: { step: number; clear: number; stir: number },
): { cells: Int16Array; stirred: number } {
  a.set(before);
  b.set(after);
  const count = kernels.listJumped(step, clear, stir);
  return { cells: listed.subarray(0, count), stirred: kernels.stirred.value };
}

/**
 * Lets what is usual for each cell, in 128ths of a grey level, sink to `keep` 32768ths of it and
 * rise to the change between two pictures; says how many cells changed by more than `stir` grey
 * levels and more than `times` what was usual.
 */
export function countUnusual(
  before: Uint8Array,
  after: Uint8Array,
  usual: Uint16Array,
  { keep, stir, times }: { keep: number; stir: number; times: number },
): number {
  a.set(before);
  b.set(after);
  usualCells.set(usual);
  const count = kernels.countUnusual(keep, stir, times);
  usual.set(usualCells);
  return count;
}

/**
 * Writes the greatest change of each cell from one picture to the next into `out`. Takes the place of
 * the earlier range.
 */
export function greatestChanges(pictures: readonly Uint8Array[], out: Uint8Array): void {
  greatest.fill(0);
  for (let k = 0; k < pictures.length; k++) {
    // Beside the one before: which of the two came first makes no difference.
    (k % 2 === 0 ? a : b).set(pictures[k] as Uint8Array);
    if (k > 0) kernels.hurry();
  }
  out.set(greatest);
}

/** Makes the ranges of two stretches together the later ones. Takes the place of the earlier ones. */
export function joinRanges(one: Range, other: Range): void {
  EARLIER.take(one);
  LATER.take(other);
  kernels.joinRanges();
}

/** How many cells range later over more than so many grey levels. */
export const cellsBeyond = kernels.countBeyond;

/**
 * Writes the mean later range of the 11x11 cells around each one into `out`; beyond the border lies
 * what lies on it.
 */
export function rangesAround(out: Uint8Array): void {
  kernels.averageRanges();
  out.set(b);
}

/** Mean absolute difference of two pictures of fine greys, in grey levels. */
export function fineChange(one: Uint8Array, other: Uint8Array): number {
  a.set(one.subarray(0, FINE_PIXELS));
  b.set(other.subarray(0, FINE_PIXELS));
  return kernels.sumApart() / FINE_PIXELS;
}
