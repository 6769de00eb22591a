import { at, num, PIXELS, SIDE } from '../pictures/grey.ts';

const { abs, max, min } = Math;

export type WipeDirection = 'left' | 'right' | 'up' | 'down';

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

const lines = new Float64Array(SIDE);
const weights = new Float64Array(SIDE);

/** Least squares share of `b` in `f`, on the way from `a`, and what it leaves unexplained. */
export function mixture(a: Uint8Array, b: Uint8Array, f: Uint8Array): Mixture {
  let uu = 0;
  let du = 0;
  for (let i = 0; i < PIXELS; i++) {
    const u = at(b, i) - at(a, i);
    uu += u * u;
    du += (at(f, i) - at(a, i)) * u;
  }
  const share = du / uu;
  let rest = 0;
  let apart = 0;
  for (let i = 0; i < PIXELS; i++) {
    const u = at(b, i) - at(a, i);
    apart += abs(u);
    rest += abs(at(f, i) - at(a, i) - share * u);
  }
  return { share, beside: rest / apart };
}

/** The straight boundary between the new picture `b` and the old one `a` that explains `f` best. */
export function sweep(a: Uint8Array, b: Uint8Array, f: Uint8Array): Sweep | undefined {
  let best: Sweep | undefined;
  for (const upright of [true, false]) {
    // For each line of cells: what it costs to call it new minus what it costs to call it old.
    let apart = 0;
    let old = 0;
    for (let line = 0; line < SIDE; line++) {
      let asOld = 0;
      let asNew = 0;
      for (let k = 0; k < SIDE; k++) {
        const i = upright ? k * SIDE + line : line * SIDE + k;
        asOld += abs(at(f, i) - at(a, i));
        asNew += abs(at(f, i) - at(b, i));
        apart += abs(at(b, i) - at(a, i));
      }
      lines[line] = asNew - asOld;
      weights[line] = min(asNew, asOld);
      old += asOld;
    }
    for (const forward of [true, false]) {
      let cost = old;
      let least = Number.POSITIVE_INFINITY;
      let reached = 0;
      for (let k = 0; k < SIDE - 1; k++) {
        const line = forward ? k : SIDE - 1 - k;
        cost += num(lines, line);
        // The line the boundary is in may be half and half: it is charged as the better of the two.
        const next = forward ? line + 1 : line - 1;
        const border = cost - max(0, -num(lines, next));
        if (border < least) {
          least = border;
          reached = k + 1.5;
        }
      }
      const beside = least / apart;
      if (!best || beside < best.beside) {
        const direction = upright ? (forward ? 'right' : 'left') : forward ? 'down' : 'up';
        best = { direction, beside, share: reached / SIDE };
      }
    }
  }
  return best;
}
