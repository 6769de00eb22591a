import { type Box, boxOf, changeAbout, type GreyPictures, spreadOf } from './changed-box.ts';
import { BLACK_MEAN, PIXELS } from './grey.ts';
import { cellsIn } from './lit-area.ts';
import {
  OVER_PLAIN_MOST,
  OVER_PLAIN_NEAR,
  OVER_PLAIN_REST,
  OVER_PLAIN_SPREAD,
  OVER_PLAIN_USUAL,
} from './thresholds.ts';

const { max, min } = Math;

/**
 * True where something came over a plain ground, or went from one: nothing changed but within a box,
 * where one of the pictures is plain, and the rest went on as it does. A ground without a texture
 * keeps nothing else by which it would be known again. Out of black everything comes, also another
 * shot.
 */
export function isOverPlain(history: GreyPictures, frame: number): boolean {
  const box = boxOf(history, frame);
  if (cellsIn(box) > OVER_PLAIN_MOST * cellsIn(history.area)) return false;
  const [before, after] = [
    spreadOf(history, frame - 1, box, 'inside'),
    spreadOf(history, frame, box, 'inside'),
  ];
  const plain = before < after ? frame - 1 : frame;
  if (min(before, after) > OVER_PLAIN_SPREAD || meanOf(history.grey(plain)) < BLACK_MEAN)
    return false;
  const { inside, outside } = changeAbout(history, frame, box);
  return (
    outside <= max(OVER_PLAIN_REST * inside, OVER_PLAIN_USUAL * usualOutside(history, frame, box))
  );
}

const meanOf = (greys: Uint8Array): number => greys.reduce((sum, grey) => sum + grey, 0) / PIXELS;

/** What the cells beyond a box change by from frame to frame on either side, at most. */
function usualOutside(history: GreyPictures, frame: number, box: Box): number {
  let usual = 0;
  for (let near = 1; near <= OVER_PLAIN_NEAR; near++) {
    for (const beside of [frame - near, frame + near]) {
      if (beside - 1 < history.first || beside >= history.count) continue;
      usual = max(usual, changeAbout(history, beside, box).outside);
    }
  }
  return usual;
}
