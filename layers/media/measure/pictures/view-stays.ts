import { at, SIDE } from './grey.ts';
import {
  VIEW_CHANGED,
  VIEW_DRAWN,
  VIEW_LEAST,
  VIEW_MOST_CHANGED,
  VIEW_STAYED,
} from './thresholds.ts';

const { abs } = Math;

const BLOCK = 4;
const LINE = SIDE / BLOCK;
const BLOCKS = LINE * LINE;
const CELLS = BLOCK * BLOCK;

/**
 * True when two coarse greys show one view of which a part was covered or uncovered: many blocks
 * with something drawn in them stayed as they are, and most of the picture did not change. Of two
 * shots hardly any block that has a drawing is the same; bars at their sides are plain but for
 * their edges.
 */
export function viewStays(a: Uint8Array, b: Uint8Array): boolean {
  let drawn = 0;
  let stayed = 0;
  let changed = 0;
  for (let block = 0; block < BLOCKS; block++) {
    const corner = ((block / LINE) | 0) * BLOCK * SIDE + (block % LINE) * BLOCK;
    let sum = 0;
    let change = 0;
    for (let k = 0; k < CELLS; k++) {
      const i = corner + (k >> 2) * SIDE + (k & 3);
      sum += at(a, i);
      change += abs(at(a, i) - at(b, i));
    }
    const mean = sum / CELLS;
    let detail = 0;
    for (let k = 0; k < CELLS; k++) detail += abs(at(a, corner + (k >> 2) * SIDE + (k & 3)) - mean);
    if (change >= VIEW_CHANGED * CELLS) changed++;
    if (detail < VIEW_DRAWN * CELLS) continue;
    drawn++;
    if (change <= VIEW_STAYED * detail) stayed++;
  }
  return stayed >= VIEW_LEAST * drawn && stayed >= LINE && changed <= VIEW_MOST_CHANGED * BLOCKS;
}
