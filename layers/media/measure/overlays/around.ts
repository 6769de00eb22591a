import { at, FINE, FINE_PIXELS } from '../pictures/grey.ts';
import { AROUND_CLEAR, AROUND_NEAR } from './thresholds.ts';

const { max, min } = Math;

const marks = new Uint8Array(FINE_PIXELS);

/** The cells three and four away from a group: near it, and none of it. */
export function around(cells: Int16Array): Int16Array {
  marks.fill(0);
  for (const cell of cells) stamp(cell, AROUND_NEAR, 1);
  for (const cell of cells) stamp(cell, AROUND_CLEAR, 2);
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
