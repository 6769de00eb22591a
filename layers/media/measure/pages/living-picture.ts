import { boundsOf, groupsIn } from '../overlays/regions.ts';
import { FINE, FINE_PIXELS } from '../pictures/grey.ts';
import { LIVING_CELLS, LIVING_FILLED, LIVING_LINE, PAGE_LIVES } from './thresholds.ts';

interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/**
 * The cells that live, and those of the picture that they live in, as of a speaker in a corner of the
 * slides: a chair rests, and is none of the page. It is the box around what lives, as far on as its
 * outermost lines are drawn on from one end to the other.
 * @param isDrawn whether something stands out of the page's ground in a cell
 */
export function withLivingPictures(
  lives: Uint8Array,
  isDrawn: (cell: number) => boolean,
): Uint8Array {
  const whole = lives.slice();
  for (const cells of groupsIn(lives, LIVING_CELLS)) {
    const [x0, y0, x1, y1] = boundsOf(cells);
    if (cells.length < LIVING_FILLED * (x1 - x0) * (y1 - y0)) continue;
    const box = grown({ x0, y0, x1, y1 }, isDrawn);
    if ((box.x1 - box.x0) * (box.y1 - box.y0) > PAGE_LIVES * FINE_PIXELS) continue;
    for (let y = box.y0; y < box.y1; y++) whole.fill(1, y * FINE + box.x0, y * FINE + box.x1);
  }
  return whole;
}

function grown(box: Box, isDrawn: (cell: number) => boolean): Box {
  const row = (y: number): boolean =>
    y >= 0 && y < FINE && isLineDrawn(y * FINE + box.x0, 1, box.x1 - box.x0);
  const column = (x: number): boolean =>
    x >= 0 && x < FINE && isLineDrawn(box.y0 * FINE + x, FINE, box.y1 - box.y0);
  const isLineDrawn = (from: number, step: number, cells: number): boolean => {
    let drawn = 0;
    for (let k = 0; k < cells; k++) if (isDrawn(from + k * step)) drawn++;
    return drawn >= LIVING_LINE * cells;
  };
  for (let grew = true; grew; ) {
    grew = false;
    if (row(box.y0 - 1)) grew = box.y0-- > 0;
    if (row(box.y1)) grew = box.y1++ < FINE;
    if (column(box.x0 - 1)) grew = box.x0-- > 0;
    if (column(box.x1)) grew = box.x1++ < FINE;
  }
  return box;
}
