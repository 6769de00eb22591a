import { at, num, SIDE } from '../pictures/grey.ts';
import type { Area } from '../pictures/lit-area.ts';
import { SHAPED_TELLING } from './thresholds.ts';

const { abs, max, min, round, sqrt } = Math;

const BLOCK = 4;
const LINE = SIDE / BLOCK;
const CELLS = BLOCK * BLOCK;
/** Blocks of 4 by 4 coarse cells in a picture. */
export const WAY_BLOCKS = LINE * LINE;

/** How far each block of a picture is on its own way from one picture to another. */
export interface BlockWays {
  /** Least squares share of the new picture by block: 0 is the old one, 1 the new one. */
  readonly shares: Float64Array;
  /** What each block weighs: how far apart the two pictures are in it; 0 where they hardly are. */
  readonly weights: Float64Array;
  /** What these shares leave unexplained, as a share of the pictures' difference. */
  beside: number;
  /** Share of the blocks that have a weight. */
  telling: number;
}

export const noWays = (): BlockWays => ({
  shares: new Float64Array(WAY_BLOCKS),
  weights: new Float64Array(WAY_BLOCKS),
  beside: 0,
  telling: 0,
});

/** The middle of a block, -1 to 1 from one side of the picture to the other. */
export const acrossOf = (block: number): number => (2 * ((block % LINE) + 0.5)) / LINE - 1;
export const downOf = (block: number): number => (2 * (((block / LINE) | 0) + 0.5)) / LINE - 1;

/** Takes each block of `f` as a mixture of its own of `a` and `b`; writes into `out`. */
export function blockWays(
  a: Uint8Array,
  b: Uint8Array,
  f: Uint8Array,
  { left, top, right, bottom }: Area,
  out: BlockWays,
): BlockWays {
  let rest = 0;
  let apart = 0;
  let blocks = 0;
  let telling = 0;
  for (let block = 0; block < WAY_BLOCKS; block++) {
    const x = (block % LINE) * BLOCK;
    const y = ((block / LINE) | 0) * BLOCK;
    out.weights[block] = 0;
    if (x < left || y < top || x + BLOCK > right || y + BLOCK > bottom) continue;
    blocks++;
    const corner = y * SIDE + x;
    let along = 0;
    let squares = 0;
    for (let k = 0; k < CELLS; k++) {
      const i = corner + (k >> 2) * SIDE + (k & 3);
      const way = at(b, i) - at(a, i);
      along += (at(f, i) - at(a, i)) * way;
      squares += way * way;
    }
    if (squares < CELLS * SHAPED_TELLING ** 2) continue;
    telling++;
    const share = along / squares;
    let off = 0;
    let far = 0;
    for (let k = 0; k < CELLS; k++) {
      const i = corner + (k >> 2) * SIDE + (k & 3);
      const way = at(b, i) - at(a, i);
      off += abs(at(f, i) - at(a, i) - share * way);
      far += abs(way);
    }
    rest += off;
    apart += far;
    out.shares[block] = share;
    out.weights[block] = far;
  }
  out.beside = apart > 0 ? min(1, rest / apart) : 1;
  out.telling = blocks > 0 ? telling / blocks : 0;
  return out;
}

/** How differently far the blocks are: the weighted standard deviation of their shares. */
export function spreadOf({ shares, weights }: BlockWays): number {
  let [sum, squares, weight] = [0, 0, 0];
  for (let block = 0; block < WAY_BLOCKS; block++) {
    const w = num(weights, block);
    const share = num(shares, block);
    weight += w;
    sum += w * share;
    squares += w * share * share;
  }
  const mean = sum / weight;
  return sqrt(max(0, squares / weight - mean * mean));
}

/**
 * How much further the fifth of the blocks that is furthest has come at least than the fifth that is
 * least far, whatever moves in some of them.
 */
export function apartOf({ shares, weights }: BlockWays): number {
  const sorted = shares.filter((_, block) => num(weights, block) > 0).sort();
  if (sorted.length === 0) return 0;
  const last = sorted.length - 1;
  return num(sorted, round(0.8 * last)) - num(sorted, round(0.2 * last));
}
