import { at, SIDE } from './grey.ts';
import { BAR_BLACK, VIEW_DRAWN, VIEW_LEAST, VIEW_LEAST_BLOCKS, VIEW_STAYED } from './thresholds.ts';

const { abs } = Math;

const BLOCK = 4;
const LINE = SIDE / BLOCK;
const BLOCKS = LINE * LINE;
const CELLS = BLOCK * BLOCK;

/**
 * True when two coarse greys show one view of which a part was covered or uncovered: of the blocks
 * with something drawn in them, some stayed as they are. Of two shots hardly any is the same.
 */
export function viewStays(a: Uint8Array, b: Uint8Array): boolean {
  const { drawn, stayed } = drawnBlocks(a, b);
  return stayed >= VIEW_LEAST_BLOCKS && stayed >= VIEW_LEAST * drawn;
}

/** True when most of what is drawn in a view stayed: something was laid over the rest, or taken off. */
export function mostStays(a: Uint8Array, b: Uint8Array): boolean {
  const { drawn, stayed } = drawnBlocks(a, b);
  return stayed > drawn / 2;
}

/**
 * How many blocks have something drawn in them, and how many of these stayed as they are. A block
 * that has black in both may hold the edge of a bar, which stays over cuts, and is not asked.
 */
function drawnBlocks(a: Uint8Array, b: Uint8Array): { drawn: number; stayed: number } {
  let drawn = 0;
  let stayed = 0;
  for (let block = 0; block < BLOCKS; block++) {
    const corner = ((block / LINE) | 0) * BLOCK * SIDE + (block % LINE) * BLOCK;
    let sum = 0;
    let change = 0;
    let black = false;
    for (let k = 0; k < CELLS; k++) {
      const i = corner + (k >> 2) * SIDE + (k & 3);
      sum += at(a, i);
      change += abs(at(a, i) - at(b, i));
      if (at(a, i) <= BAR_BLACK && at(b, i) <= BAR_BLACK) black = true;
    }
    const mean = sum / CELLS;
    let detail = 0;
    for (let k = 0; k < CELLS; k++) detail += abs(at(a, corner + (k >> 2) * SIDE + (k & 3)) - mean);
    if (black || detail < VIEW_DRAWN * CELLS) continue;
    drawn++;
    if (change <= VIEW_STAYED * detail) stayed++;
  }
  return { drawn, stayed };
}
