import { type Box, boxOf, changeAbout, type GreyPictures, spreadOf } from './changed-box.ts';
import { PIXELS, SIDE } from './grey.ts';
import { cellsIn } from './lit-area.ts';
import { BESIDE_MOST, BESIDE_SHAPED, BESIDE_STILL } from './thresholds.ts';

const { max, min } = Math;

/**
 * True where nothing changed but within a box, and what lies beside it has a shape that stayed: soft
 * light or colours, which have no detail to be known by, are not the same in another shot.
 */
export function staysBeside(history: GreyPictures, frame: number): boolean {
  const box = withEdge(boxOf(history, frame));
  const beside = PIXELS - cellsIn(box);
  if (beside < (1 - BESIDE_MOST) * PIXELS) return false;
  const spread = spreadOf(history, frame, box, 'outside');
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
