import { at, FINE } from '../pictures/grey.ts';

const { abs, max, min } = Math;

/** Cells from one side of a border to the other: one in the middle may show some of both. */
const REACH = 2;

/**
 * Mean step in grey levels over each side of a box that lies within the picture: what is laid over
 * a view has a border that the view has not.
 */
export function borderOf(
  picture: Uint8Array,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
): number[] {
  const sides: number[] = [];
  const along = (from: number, to: number, stride: number, near: number, far: number): void => {
    let sum = 0;
    for (let k = from; k < to; k++)
      sum += abs(at(picture, k * stride + near) - at(picture, k * stride + far));
    sides.push(sum / max(1, to - from));
  };
  const [top, bottom] = [max(0, y0), min(FINE, y1)];
  const [left, right] = [max(0, x0), min(FINE, x1)];
  if (x0 >= REACH) along(top, bottom, FINE, x0, x0 - REACH);
  if (x1 <= FINE - REACH) along(top, bottom, FINE, x1 - 1, x1 - 1 + REACH);
  if (y0 >= REACH) along(left, right, 1, y0 * FINE, (y0 - REACH) * FINE);
  if (y1 <= FINE - REACH) along(left, right, 1, (y1 - 1) * FINE, (y1 - 1 + REACH) * FINE);
  return sides;
}
