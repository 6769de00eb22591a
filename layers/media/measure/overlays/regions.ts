import { groupsOf, ringAround, withoutSparse } from '../kernels/shapes.ts';
import { at, FINE } from '../pictures/grey.ts';
import { AROUND_CLEAR, AROUND_NEAR, REGION_REACH, REGION_SPARSE } from './thresholds.ts';

const { abs, log2, max, min } = Math;

const LINE_BITS = log2(FINE);
const columnOf = (cell: number): number => cell & (FINE - 1);
const lineOf = (cell: number): number => cell >> LINE_BITS;

/**
 * Sum of the steps between neighbouring cells in a box: writing has more of them than what it
 * covers.
 */
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
  for (let y = top; y <= min(FINE - 1, y1); y++) {
    for (let x = left; x <= min(FINE - 1, x1); x++) {
      const i = y * FINE + x;
      sum += abs(at(picture, i) - at(picture, i - 1));
      sum += abs(at(picture, i) - at(picture, i - FINE));
    }
  }
  return sum;
}

type Region = readonly [number, number, number, number];

/** Share of the picture. */
export const areaOf = ([x0, y0, x1, y1]: Region): number => (x1 - x0) * (y1 - y0);

function shared(a: Region, b: Region): number {
  const width = min(a[2], b[2]) - max(a[0], b[0]);
  const height = min(a[3], b[3]) - max(a[1], b[1]);
  return width <= 0 || height <= 0 ? 0 : width * height;
}

/** Intersection over union. */
export function alike(a: Region, b: Region): number {
  const both = shared(a, b);
  return both / (areaOf(a) + areaOf(b) - both);
}

/** Intersection over the smaller region. */
export const covers = (a: Region, b: Region): number => shared(a, b) / min(areaOf(a), areaOf(b));

/** Intersection over the first region. */
export const within = (part: Region, whole: Region): number => shared(part, whole) / areaOf(part);

/**
 * The larger of the distances between two regions along a row and along a column; 0 where they
 * touch.
 */
export const gapBetween = (a: Region, b: Region): number =>
  max(0, a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3]);

export const union = (a: Region, b: Region): [number, number, number, number] => [
  min(a[0], b[0]),
  min(a[1], b[1]),
  max(a[2], b[2]),
  max(a[3], b[3]),
];

/** The box of whole cells around some of them: [x0, y0, x1, y1], the far sides excluded. */
export function boundsOf(cells: Int16Array): [number, number, number, number] {
  let x0 = FINE;
  let x1 = 0;
  let y0 = FINE;
  let y1 = 0;
  for (const cell of cells) {
    const x = columnOf(cell);
    const y = lineOf(cell);
    x0 = min(x0, x);
    x1 = max(x1, x + 1);
    y0 = min(y0, y);
    y1 = max(y1, y + 1);
  }
  return [x0, y0, x1, y1];
}

/** The cells three and four away from a group: near it, and none of it. */
export const around = (cells: Int16Array): Int16Array =>
  ringAround(cells, { near: AROUND_NEAR, clear: AROUND_CLEAR });

/** Bounds in fine cells as shares of the picture. */
export const regionOf = ([x0, y0, x1, y1]: Region): [number, number, number, number] => [
  x0 / FINE,
  y0 / FINE,
  x1 / FINE,
  y1 / FINE,
];

/** Groups of at least `least` neighbouring cells (gaps of one allowed) where the mask is 1. */
export const groupsIn = (mask: Uint8Array, least: number): Int16Array[] =>
  groupsOf(mask, { least, reach: REGION_REACH });

/** Sum of the edges that went in a box, over the sum of those that came; its rim counts. */
export function lostPerNew(
  before: Uint8Array,
  after: Uint8Array,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): number {
  let lost = 0;
  let fresh = 1;
  for (let y = max(1, y0); y <= min(FINE - 1, y1); y++) {
    for (let x = max(1, x0); x <= min(FINE - 1, x1); x++) {
      const i = y * FINE + x;
      const more = edgeAt(after, i) - edgeAt(before, i);
      if (more > 0) fresh += more;
      else lost -= more;
    }
  }
  return lost / fresh;
}

const edgeAt = (picture: Uint8Array, i: number): number =>
  abs(at(picture, i) - at(picture, i - 1)) + abs(at(picture, i) - at(picture, i - FINE));

const SPARSE = { tall: REGION_SPARSE, wide: 0.6 * REGION_SPARSE };

/**
 * A group without the sparse lines at its four sides: what else stirs beside a thing is grown onto
 * it there.
 */
export const trimmed = (cells: Int16Array): Int16Array => withoutSparse(cells, SPARSE);
