import { at, num, PIXELS, SIDE } from './grey.ts';
import { DIFFERENCE_FLOOR, DIFFERENCE_MATCHED, DIFFERENCE_REACH } from './thresholds.ts';

const { abs, floor, sqrt } = Math;

const BLOCK = 8;
const BLOCKS = (SIDE / BLOCK) ** 2;

/** How unlike two pictures are, after every block was allowed to move. */
export interface Difference {
  /** Mean residual over contrast: about 0 for the same view, 0.5 and more for another one. */
  overall: number;
  /** The same for the median block: high only when most of the picture is another. */
  typical: number;
  /** 1 - correlation of the unmoved pictures: blind to light going up or down. */
  structure: number;
}

const residuals = new Float64Array(BLOCKS);

function blockResidual(a: Uint8Array, b: Uint8Array, x: number, y: number, enough: number): number {
  let best = Number.POSITIVE_INFINITY;
  // From the middle outwards, so that the usual small motion ends most sums early.
  for (let ring = 0; ring <= DIFFERENCE_REACH; ring++) {
    for (let dy = -ring; dy <= ring; dy++) {
      const top = y + dy;
      if (top < 0 || top + BLOCK > SIDE) continue;
      const step = abs(dy) === ring ? 1 : 2 * ring;
      for (let dx = -ring; dx <= ring; dx += step) {
        const left = x + dx;
        if (left < 0 || left + BLOCK > SIDE) continue;
        let sum = 0;
        for (let row = 0; row < BLOCK && sum < best; row++) {
          const from = (top + row) * SIDE + left;
          const to = (y + row) * SIDE + x;
          for (let column = 0; column < BLOCK; column++) {
            sum += abs(at(a, from + column) - at(b, to + column));
          }
        }
        if (sum < best) best = sum;
      }
    }
    // Good enough: what is left is noise, and no cut has blocks like this.
    if (best <= enough) break;
  }
  return best / (BLOCK * BLOCK);
}

/** Pearson's correlation of two pictures; 1 for two flat ones, 0 for a flat and a full one. */
export function correlation(a: Uint8Array, b: Uint8Array): number {
  let sa = 0;
  let sb = 0;
  let aa = 0;
  let bb = 0;
  let ab = 0;
  for (let i = 0; i < PIXELS; i++) {
    const va = at(a, i);
    const vb = at(b, i);
    sa += va;
    sb += vb;
    aa += va * va;
    bb += vb * vb;
    ab += va * vb;
  }
  // A little noise on both, so that flat pictures correlate as one says and not by chance.
  const noise = PIXELS;
  const varianceA = aa - (sa * sa) / PIXELS + noise;
  const varianceB = bb - (sb * sb) / PIXELS + noise;
  return (ab - (sa * sb) / PIXELS + noise) / sqrt(varianceA * varianceB);
}

/** Mean absolute deviation from the mean. */
function contrast(picture: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < PIXELS; i++) sum += at(picture, i);
  const mean = sum / PIXELS;
  let deviation = 0;
  for (let i = 0; i < PIXELS; i++) deviation += abs(at(picture, i) - mean);
  return deviation / PIXELS;
}

/** Compares two greys; writes into `out` and returns it. */
export function difference(a: Uint8Array, b: Uint8Array, out: Difference): Difference {
  const scale = DIFFERENCE_FLOOR + (contrast(a) + contrast(b)) / 2;
  const enough = BLOCK * BLOCK * DIFFERENCE_MATCHED * scale;
  let total = 0;
  for (let block = 0; block < BLOCKS; block++) {
    const x = (block % (SIDE / BLOCK)) * BLOCK;
    const y = floor(block / (SIDE / BLOCK)) * BLOCK;
    const residual = blockResidual(a, b, x, y, enough);
    residuals[block] = residual;
    total += residual;
  }
  residuals.sort();
  out.overall = total / BLOCKS / scale;
  out.typical = (num(residuals, BLOCKS / 2 - 1) + num(residuals, BLOCKS / 2)) / 2 / scale;
  out.structure = 1 - correlation(a, b);
  return out;
}

export const noDifference = (): Difference => ({ overall: 0, typical: 0, structure: 0 });
