import { at, SIDE } from './grey.ts';
import { type Area, withoutEdge } from './lit-area.ts';
import { BAR_BLACK, VIEW_DRAWN, VIEW_LEAST, VIEW_LEAST_BLOCKS, VIEW_STAYED } from './thresholds.ts';

const { abs, max, min } = Math;

const BLOCK = 4;
const LINE = SIDE / BLOCK;
const BLOCKS = LINE * LINE;
/** Cells of a block inside the film, below which it is not asked. */
const LEAST_CELLS = (BLOCK * BLOCK) / 2;

/**
 * True when two coarse greys show one view of which a part was covered or uncovered: of the blocks
 * with something drawn in them, some stayed as they are. Of two shots hardly any is the same.
 */
export function viewStays(a: Uint8Array, b: Uint8Array, area: Area): boolean {
  const { drawn, stayed } = drawnBlocks(a, b, area);
  return stayed >= VIEW_LEAST_BLOCKS && stayed >= VIEW_LEAST * drawn;
}

/** True when most of what is drawn in a view stayed: something was laid over the rest, or taken off. */
export function mostStays(a: Uint8Array, b: Uint8Array, area: Area): boolean {
  const { drawn, stayed } = drawnBlocks(a, b, area);
  return stayed > drawn / 2;
}

/**
 * How many blocks have something drawn in them, and how many of these stayed as they are. A block
 * that has black in both may hold the edge of a bar, which stays over cuts, and is not asked; nor is
 * what a block has beyond the film.
 */
function drawnBlocks(a: Uint8Array, b: Uint8Array, area: Area): { drawn: number; stayed: number } {
  const film = withoutEdge(area);
  let drawn = 0;
  let stayed = 0;
  for (let block = 0; block < BLOCKS; block++) {
    const [x, y] = [(block % LINE) * BLOCK, ((block / LINE) | 0) * BLOCK];
    const [left, right] = [max(x, film.left), min(x + BLOCK, film.right)];
    const [top, bottom] = [max(y, film.top), min(y + BLOCK, film.bottom)];
    const cells = max(0, right - left) * max(0, bottom - top);
    if (cells < LEAST_CELLS) continue;
    let sum = 0;
    let change = 0;
    let black = false;
    for (let row = top; row < bottom; row++) {
      for (let i = row * SIDE + left; i < row * SIDE + right; i++) {
        sum += at(a, i);
        change += abs(at(a, i) - at(b, i));
        if (at(a, i) <= BAR_BLACK && at(b, i) <= BAR_BLACK) black = true;
      }
    }
    const mean = sum / cells;
    let detail = 0;
    for (let row = top; row < bottom; row++)
      for (let i = row * SIDE + left; i < row * SIDE + right; i++) detail += abs(at(a, i) - mean);
    if (black || detail < VIEW_DRAWN * cells) continue;
    drawn++;
    if (change <= VIEW_STAYED * detail) stayed++;
  }
  return { drawn, stayed };
}
