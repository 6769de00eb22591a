import { areaOf, type Box, boxOf, changeAbout, type GreyPictures } from './changed-box.ts';
import { at, PIXELS, SIDE } from './grey.ts';
import { BESIDE_MOST, BESIDE_SHAPED, BESIDE_STILL } from './thresholds.ts';

const { max, min, sqrt } = Math;

/**
 * True where nothing changed but within a box, and what lies beside it has a shape that stayed: soft
 * light or colours, which have no detail to be known by, are not the same in another shot.
 */
export function staysBeside(history: GreyPictures, frame: number): boolean {
  const box = withEdge(boxOf(history, frame));
  const beside = PIXELS - areaOf(box);
  if (beside < (1 - BESIDE_MOST) * PIXELS) return false;
  const spread = spreadBeside(history.grey(frame), box);
  if (spread < BESIDE_SHAPED) return false;
  return changeAbout(history, frame, box).outside <= BESIDE_STILL * spread * beside;
}

/** With the cells that its edge runs through. */
const withEdge = ({ left, top, right, bottom }: Box): Box => ({
  left: max(0, left - 1),
  top: max(0, top - 1),
  right: min(SIDE, right + 1),
  bottom: min(SIDE, bottom + 1),
});

/** Standard deviation of a picture's greys beyond a box. */
function spreadBeside(greys: Uint8Array, { left, top, right, bottom }: Box): number {
  let cells = 0;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < PIXELS; i++) {
    const [x, y] = [i % SIDE, (i / SIDE) | 0];
    if (x >= left && x < right && y >= top && y < bottom) continue;
    const grey = at(greys, i);
    cells++;
    sum += grey;
    squares += grey * grey;
  }
  const mean = sum / max(1, cells);
  return sqrt(max(0, squares / max(1, cells) - mean * mean));
}
