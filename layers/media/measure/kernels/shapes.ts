// Groups of fine cells, a line of 64 cells as one number.
import { FINE_PIXELS } from '../pictures/grey.ts';
import { bytesAt, cellsAt, kernels } from './kernels.ts';

const mask = bytesAt('A', FINE_PIXELS);
const listed = cellsAt('LIST', FINE_PIXELS);

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
  const groups: Int16Array[] = [];
  for (let size = kernels.listGroup(reach); size > 0; size = kernels.listGroup(reach)) {
    if (size >= least) groups.push(listed.slice(0, size));
  }
  return groups;
}

/** Cells up to `near` rows and columns from some others, and further than `clear`; ascending. */
export function ringAround(
  cells: Int16Array,
  { near, clear }: { near: number; clear: number },
): Int16Array {
  listed.set(cells);
  return listed.slice(0, kernels.listRing(cells.length, near, clear));
}
