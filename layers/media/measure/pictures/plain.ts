import { at } from './grey.ts';
import type { Area } from './lit-area.ts';
import { PLAIN_SHARE } from './thresholds.ts';

/** Levels that count as one when the ground is looked for. */
const BIN = 4;
const bins = new Uint16Array(256 / BIN);
const sums = new Float64Array(256 / BIN);

/**
 * The mean level of most cells in an area of a plane whose rows are `side` cells long; undefined where
 * few have the same. The middle of a bin would not do: two levels off, all of the ground is drawn as
 * much as a line is.
 */
export function plainOf(
  plane: Uint8Array,
  side: number,
  { left, top, right, bottom }: Area,
): number | undefined {
  bins.fill(0);
  sums.fill(0);
  for (let y = top; y < bottom; y++) {
    for (let i = y * side + left; i < y * side + right; i++) {
      const level = at(plane, i);
      (bins[(level / BIN) | 0] as number)++;
      (sums[(level / BIN) | 0] as number) += level;
    }
  }
  let most = 0;
  for (let bin = 1; bin < bins.length; bin++) {
    if ((bins[bin] as number) > (bins[most] as number)) most = bin;
  }
  // A ground that lies on the border of two bins fills both.
  const beside = (bins[most - 1] ?? 0) > (bins[most + 1] ?? 0) ? most - 1 : most + 1;
  const found = (bins[most] as number) + (bins[beside] ?? 0);
  if (found < PLAIN_SHARE * (right - left) * (bottom - top)) return undefined;
  return ((sums[most] as number) + (sums[beside] ?? 0)) / found;
}
