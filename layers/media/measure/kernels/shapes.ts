// Groups of fine cells, a line of 64 cells as one number.
import { FINE_PIXELS } from '../pictures/grey.ts';
import { bytesAt, cellsAt, kernels } from './kernels.ts';

const mask = bytesAt('A', FINE_PIXELS);
const listed = cellsAt('LIST', FINE_PIXELS);
const sizes = cellsAt('SIZES', FINE_PIXELS);

/**
 * Groups of at least `least` cells where a mask is 1, each not more than `reach` rows and columns from
 * another one of its group. The groups come by their first cell; their cells as they were reached.
 */
export function groupsOf(
  cells: Uint8Array,
  { least, reach }: { least: number; reach: number },
): Int16Array[] {
  mask.set(cells);
  kernels.takeMask();
  const count = kernels.listGroups(reach, least);
  if (count === 0) return [];
  const ends: number[] = [];
  let end = 0;
  for (let k = 0; k < count; k++) {
    end += sizes[k] as number;
    ends.push(end);
  }
  // One array holds them all: most live shortly, and what they cost is their beginning.
  const all = listed.slice(0, end);
  return ends.map((end, k) => all.subarray(ends[k - 1] ?? 0, end));
}

/**
 * Cells without the lines and columns at the four sides that hold less than a share of what well
 * filled ones hold.
 */
export function withoutSparse(
  cells: Int16Array,
  { tall, wide }: { tall: number; wide: number },
): Int16Array {
  listed.set(cells);
  return listed.slice(0, kernels.trim(cells.length, tall, wide));
}

/** Cells up to `near` rows and columns from some others, and further than `clear`; ascending. */
export function ringAround(
  cells: Int16Array,
  { near, clear }: { near: number; clear: number },
): Int16Array {
  listed.set(cells);
  return listed.slice(0, kernels.listRing(cells.length, near, clear));
}
