import { at, FINE, FINE_PIXELS } from '../pictures/grey.ts';

const { max, min } = Math;

/**
 * Cells from what is laid over the picture to where it surely no longer is, and to where around it
 * ends.
 */
const CLEAR = 2;
const NEAR = 4;
const marks = new Uint8Array(FINE_PIXELS);

/** The cells three and four away from a group: near it, and none of it. */
export function around(cells: Int16Array): Int16Array {
  marks.fill(0);
  for (const cell of cells) stamp(cell, NEAR, 1);
  for (const cell of cells) stamp(cell, CLEAR, 2);
  const ring: number[] = [];
  for (let i = 0; i < FINE_PIXELS; i++) if (at(marks, i) === 1) ring.push(i);
  return Int16Array.from(ring);
}

function stamp(cell: number, reach: number, mark: number): void {
  const x = cell % FINE;
  const y = (cell - x) / FINE;
  for (let ny = max(0, y - reach); ny <= min(FINE - 1, y + reach); ny++) {
    for (let nx = max(0, x - reach); nx <= min(FINE - 1, x + reach); nx++) {
      marks[ny * FINE + nx] = mark;
    }
  }
}
