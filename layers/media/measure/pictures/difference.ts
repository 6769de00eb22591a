import {
  compare,
  leastResidual,
  type PairSums,
  pairSums,
  wholePairSums,
} from '../kernels/coarse.ts';
import { at, num, PIXELS, SIDE } from './grey.ts';
import { type Area, cellsIn, WHOLE } from './lit-area.ts';
import { DIFFERENCE_FLOOR, DIFFERENCE_MATCHED, DIFFERENCE_REACH } from './thresholds.ts';

const { abs, floor, max, min, sqrt } = Math;

const BLOCK = 8;
const BLOCKS = (SIDE / BLOCK) ** 2;
/** Cells of a block inside an area, below which it is too small to find again. */
const LEAST_CELLS = 2 * BLOCK;

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

/** Mean residual of the cells of a block that are inside the area, of what `compare` was given. */
function blockResidual({ left, top, right, bottom }: Area, matched: number): number {
  const [width, height] = [right - left, bottom - top];
  // Good enough: what is left is noise, and no cut has blocks like this.
  const enough = width * height * matched;
  return leastResidual(left, top, width, height, DIFFERENCE_REACH, enough) / (width * height);
}

/** Pearson's correlation of two pictures; 1 for two flat ones, 0 for a flat and a full one. */
export function correlation(a: Uint8Array, b: Uint8Array, area: Area = WHOLE): number {
  compare(a, b);
  return correlated(pairSums(area.left, area.top, area.right, area.bottom), cellsIn(area));
}

function correlated({ a, b, aa, bb, ab }: PairSums, cells: number): number {
  // A little noise on both, so that flat pictures correlate as one says and not by chance.
  const noise = cells;
  const varianceA = aa - (a * a) / cells + noise;
  const varianceB = bb - (b * b) / cells + noise;
  return (ab - (a * b) / cells + noise) / sqrt(varianceA * varianceB);
}

/** Sum of the absolute deviations from the mean. */
function deviation(picture: Uint8Array, { left, top, right, bottom }: Area, mean: number): number {
  let deviation = 0;
  for (let y = top; y < bottom; y++) {
    for (let i = y * SIDE + left; i < y * SIDE + right; i++)
      deviation += abs(at(picture, i) - mean);
  }
  return deviation;
}

/** Sums of an area of what `compare` was given, and the mean absolute deviations of both from their means. */
function contrastsOf(a: Uint8Array, b: Uint8Array, area: Area): [PairSums, number] {
  const cells = cellsIn(area);
  if (cells === PIXELS) {
    const sums = wholePairSums();
    return [sums, sums.aDeviates / cells + sums.bDeviates / cells];
  }
  const sums = pairSums(area.left, area.top, area.right, area.bottom);
  const ofA = deviation(a, area, sums.a / cells) / cells;
  return [sums, ofA + deviation(b, area, sums.b / cells) / cells];
}

/** Compares an area of two greys; writes into `out` and returns it. */
export function difference(a: Uint8Array, b: Uint8Array, area: Area, out: Difference): Difference {
  compare(a, b);
  const [all, contrasts] = contrastsOf(a, b, area);
  const scale = DIFFERENCE_FLOOR + contrasts / 2;
  let count = 0;
  let total = 0;
  let cells = 0;
  for (let block = 0; block < BLOCKS; block++) {
    const x = (block % (SIDE / BLOCK)) * BLOCK;
    const y = floor(block / (SIDE / BLOCK)) * BLOCK;
    const inside = {
      left: max(x, area.left),
      top: max(y, area.top),
      right: min(x + BLOCK, area.right),
      bottom: min(y + BLOCK, area.bottom),
    };
    const size = max(0, inside.right - inside.left) * max(0, inside.bottom - inside.top);
    if (size < LEAST_CELLS) continue;
    const residual = blockResidual(inside, DIFFERENCE_MATCHED * scale);
    residuals[count++] = residual;
    total += residual * size;
    cells += size;
  }
  const sorted = residuals.subarray(0, count).sort();
  const middle = (num(sorted, (count - 1) >> 1) + num(sorted, count >> 1)) / 2;
  out.overall = total / cells / scale;
  out.typical = middle / scale;
  out.structure = 1 - correlated(all, cellsIn(area));
  return out;
}

export const noDifference = (): Difference => ({ overall: 0, typical: 0, structure: 0 });
