import { at, PIXELS, SIDE } from './grey.ts';

const { abs, max, min } = Math;

/** Sum of the steps between neighbouring cells in a box: writing has more of them than what it covers. */
export function detailIn(
  picture: Uint8Array,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): number {
  let sum = 1;
  const left = max(1, x0);
  const top = max(1, y0);
  for (let y = top; y <= min(SIDE - 1, y1); y++) {
    for (let x = left; x <= min(SIDE - 1, x1); x++) {
      const i = y * SIDE + x;
      sum += abs(at(picture, i) - at(picture, i - 1));
      sum += abs(at(picture, i) - at(picture, i - SIDE));
    }
  }
  return sum;
}

/** Intersection over the smaller region. */
export function overlap(a: readonly number[], b: readonly number[]): number {
  const [ax0 = 0, ay0 = 0, ax1 = 0, ay1 = 0] = a;
  const [bx0 = 0, by0 = 0, bx1 = 0, by1 = 0] = b;
  const width = min(ax1, bx1) - max(ax0, bx0);
  const height = min(ay1, by1) - max(ay0, by0);
  if (width <= 0 || height <= 0) return 0;
  const smaller = min((ax1 - ax0) * (ay1 - ay0), (bx1 - bx0) * (by1 - by0));
  return (width * height) / smaller;
}

/** The box of whole cells around some of them: [x0, y0, x1, y1], the far sides excluded. */
export function boundsOf(cells: Int16Array): [number, number, number, number] {
  let x0 = SIDE;
  let x1 = 0;
  let y0 = SIDE;
  let y1 = 0;
  for (const cell of cells) {
    const x = cell % SIDE;
    const y = (cell - x) / SIDE;
    x0 = min(x0, x);
    x1 = max(x1, x + 1);
    y0 = min(y0, y);
    y1 = max(y1, y + 1);
  }
  return [x0, y0, x1, y1];
}

/** Groups of at least `least` neighbouring cells (gaps of one allowed) where the mask is 1; clears it. */
export function groupsIn(mask: Uint8Array, least: number): Int16Array[] {
  const groups: Int16Array[] = [];
  for (let seed = 0; seed < PIXELS; seed++) {
    if (at(mask, seed) !== 1) continue;
    const cells = [seed];
    mask[seed] = 0;
    for (const cell of cells) {
      const x = cell % SIDE;
      const y = (cell - x) / SIDE;
      for (let ny = max(0, y - 2); ny <= min(SIDE - 1, y + 2); ny++) {
        for (let nx = max(0, x - 2); nx <= min(SIDE - 1, x + 2); nx++) {
          const next = ny * SIDE + nx;
          if (at(mask, next) !== 1) continue;
          mask[next] = 0;
          cells.push(next);
        }
      }
    }
    if (cells.length >= least) groups.push(Int16Array.from(cells));
  }
  return groups;
}
