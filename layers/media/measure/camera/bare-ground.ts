import { at, FINE } from '../pictures/grey.ts';
import { type Area, fineArea } from '../pictures/lit-area.ts';
import { plainOf } from '../pictures/plain.ts';
import { BARE_APART, BARE_TEXTURE } from './thresholds.ts';

const { abs } = Math;

/**
 * Whether most of a picture is of one grey in which nothing is seen, as what is drawn often is: a camera
 * that moves over it cannot be told from things that do. Asphalt and lawns are of one grey, too, but
 * a camera that moves over them is seen by their specks.
 * @param fine the 64x64 greys
 * @param area what bars leave of them
 */
export function isBareGround(fine: Uint8Array, area: Area): boolean {
  const within = fineArea(area);
  const { left, top, right, bottom } = within;
  const ground = plainOf(fine, FINE, within);
  if (ground === undefined) return false;
  let pairs = 0;
  let steps = 0;
  for (let y = top; y < bottom; y++) {
    for (let cell = y * FINE + left; cell < y * FINE + right - 1; cell++) {
      const one = at(fine, cell);
      const next = at(fine, cell + 1);
      if (abs(one - ground) > BARE_APART || abs(next - ground) > BARE_APART) continue;
      pairs++;
      steps += abs(one - next);
    }
  }
  return steps < BARE_TEXTURE * pairs;
}
