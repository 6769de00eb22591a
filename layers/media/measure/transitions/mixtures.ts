import { firstLook, lineCosts, nearerSums, readFirst, waySums } from '../kernels/coarse.ts';
import { at, meanChange, num, PIXELS, SIDE } from '../pictures/grey.ts';
import { type Area, WHOLE } from '../pictures/lit-area.ts';
import { GRADUAL_COARSE, GRADUAL_LEAST_CHANGE } from './thresholds.ts';

const { abs, max } = Math;

export type WipeDirection = 'left' | 'right' | 'up' | 'down';
/** Also from the middle outwards, as an iris that opens, and from the borders inwards. */
export type WipeKind = WipeDirection | 'out' | 'in';

/** A picture as part of the way from one to another. */
export interface Mixture {
  /** 0 is the one, 1 the other. */
  share: number;
  /** What the mixture leaves unexplained, as a share of their difference. */
  beside: number;
}

/** A picture as two side by side. */
export interface Sweep {
  direction: WipeDirection;
  beside: number;
  /** How far the boundary has come, 0 to 1. */
  share: number;
}

/** Squared error of the best rest-ramp-rest line whose ramp runs between two frames. */
export function rampError(shares: Float64Array, n: number, from: number, to: number): number {
  let sx = 0;
  let sy = 0;
  let sxx = 0;
  let sxy = 0;
  let syy = 0;
  for (let i = 0; i < n; i++) {
    const x = i <= from ? 0 : i >= to ? 1 : (i - from) / (to - from);
    const y = num(shares, i);
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
    syy += y * y;
  }
  const vx = sxx - (sx * sx) / n;
  const cov = sxy - (sx * sy) / n;
  return syy - (sy * sy) / n - (vx > 0 ? (cov * cov) / vx : 0);
}

/** Of costs by line, the columns' come first. */
const ROWS = SIDE;

/**
 * Least squares share of `b` in `f`, on the way from `a`, and what it leaves unexplained: anything
 * more than `enough` where that is more.
 */
export function mixture(
  a: Uint8Array,
  b: Uint8Array,
  f: Uint8Array,
  enough: (share: number) => number = () => Number.POSITIVE_INFINITY,
): Mixture {
  const { squares, along, apart } = waySums(a, b, f);
  const share = along / squares;
  const cells = a.length;
  const most = enough(share);
  let rest = 0;
  for (let row = 0; row < cells && !(rest / apart > most); row += SIDE) {
    for (let i = row; i < row + SIDE; i++) {
      const from = at(a, i);
      rest += abs(at(f, i) - from - share * (at(b, i) - from));
    }
  }
  return { share, beside: rest / apart };
}

/** Cells of a picture in its broad light and dark: 8 by 8, each of 4 by 4 coarse ones. */
export const BROAD_CELLS = 64;

/** Averages a coarse picture, in which what moves by a cell or two stays in its place. */
export function broaden(grey: Uint8Array, broad: Uint8Array): Uint8Array {
  for (let cell = 0; cell < BROAD_CELLS; cell++) {
    const corner = (cell >> 3) * 4 * SIDE + (cell & 7) * 4;
    let sum = 8;
    for (let i = corner; i < corner + 4 * SIDE; i += SIDE)
      sum += at(grey, i) + at(grey, i + 1) + at(grey, i + 2) + at(grey, i + 3);
    broad[cell] = sum >> 4;
  }
  return broad;
}

/** Whether so much of `f` is far from both pictures that no boundary explains it within `beside`. */
export function isNoSweep(a: Uint8Array, b: Uint8Array, f: Uint8Array, beside: number): boolean {
  const { least, apart } = nearerSums(a, b, f);
  return least / apart > beside;
}

/** The straight boundary between the new picture `b` and the old one `a` that explains `f` best. */
export function sweep(
  a: Uint8Array,
  b: Uint8Array,
  f: Uint8Array,
  area: Area = WHOLE,
): Sweep | undefined {
  const { old, asOld, asNew } = lineCosts(a, b, f);
  const apart = PIXELS * meanChange(a, b);
  let best: Sweep | undefined;
  for (const upright of [true, false]) {
    // Bars beside the film have no part in it.
    const lines = upright ? area.right - area.left : area.bottom - area.top;
    const from = upright ? area.left : ROWS + area.top;
    const gain = (line: number) => (asNew[from + line] as number) - (asOld[from + line] as number);
    for (const forward of [true, false]) {
      let cost = old;
      let least = Number.POSITIVE_INFINITY;
      let reached = 0;
      for (let k = 0; k < lines - 1; k++) {
        const line = forward ? k : lines - 1 - k;
        cost += gain(line);
        // The line the boundary is in may be half and half: it is charged as the better of the two.
        const border = cost - max(0, -gain(forward ? line + 1 : line - 1));
        if (border < least) {
          least = border;
          reached = k + 1.5;
        }
      }
      const beside = least / apart;
      if (!best || beside < best.beside) {
        const direction = upright ? (forward ? 'right' : 'left') : forward ? 'down' : 'up';
        best = { direction, beside, share: reached / lines };
      }
    }
  }
  return best;
}

readFirst(GRADUAL_COARSE);

/** A first look at some cells: do they lie between two pictures, half of the way at half time? */
export function mayBeBetween(a: Uint8Array, b: Uint8Array, half: Uint8Array): boolean {
  const { apart, along, beside } = firstLook(a, b, half);
  if (apart * GRADUAL_COARSE < GRADUAL_LEAST_CHANGE * PIXELS || beside > 0.3 * apart) return false;
  const share = along / apart;
  return share > 0.25 && share < 0.75;
}
