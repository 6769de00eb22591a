import { boundsOf, groupsIn } from '../overlays/regions.ts';
import { FINE, FINE_PIXELS } from '../pictures/grey.ts';
import { LIVING_CELLS, LIVING_FILLED, LIVING_LINE, PAGE_LIVES } from './thresholds.ts';

type Box = readonly [x0: number, y0: number, x1: number, y1: number];

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
    const [left, top, right, bottom] = grown([x0, y0, x1, y1], isDrawn);
    if ((right - left) * (bottom - top) > PAGE_LIVES * FINE_PIXELS) continue;
    for (let y = top; y < bottom; y++) whole.fill(1, y * FINE + left, y * FINE + right);
  }
  return whole;
}

function grown([x0, y0, x1, y1]: Box, isDrawn: (cell: number) => boolean): Box {
  const isLineDrawn = (from: number, step: number, cells: number): boolean => {
    let drawn = 0;
    for (let k = 0; k < cells; k++) if (isDrawn(from + k * step)) drawn++;
    return drawn >= LIVING_LINE * cells;
  };
  const row = (y: number): boolean => y >= 0 && y < FINE && isLineDrawn(y * FINE + x0, 1, x1 - x0);
  const column = (x: number): boolean =>
    x >= 0 && x < FINE && isLineDrawn(y0 * FINE + x, FINE, y1 - y0);
  const wider: Box = [
    column(x0 - 1) ? x0 - 1 : x0,
    row(y0 - 1) ? y0 - 1 : y0,
    column(x1) ? x1 + 1 : x1,
    row(y1) ? y1 + 1 : y1,
  ];
  const isSame = wider.every((side, at) => side === [x0, y0, x1, y1][at]);
  return isSame ? wider : grown(wider, isDrawn);
}
