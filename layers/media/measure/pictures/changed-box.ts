import { at, num, PIXELS, SIDE } from './grey.ts';
import type { History } from './history.ts';
import { OVER_PLAIN_CHANGED } from './thresholds.ts';

const { abs, max, min, sqrt } = Math;

/** What is asked of the pictures of a video. */
export type GreyPictures = Pick<History, 'first' | 'count' | 'area' | 'grey' | 'colours'>;

/** In coarse cells; `right` and `bottom` are the first beyond it. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const changes = new Float64Array(PIXELS);

/** Sets how far each cell changed in luma and colours; the most of them. */
function changedMost(history: GreyPictures, frame: number): number {
  const [greys, otherGreys] = [history.grey(frame - 1), history.grey(frame)];
  const [colours, otherColours] = [history.colours(frame - 1), history.colours(frame)];
  let most = 0;
  for (let i = 0; i < PIXELS; i++) {
    const change =
      abs(at(greys, i) - at(otherGreys, i)) +
      abs(at(colours, i) - at(otherColours, i)) +
      abs(at(colours, PIXELS + i) - at(otherColours, PIXELS + i));
    changes[i] = change;
    most = max(most, change);
  }
  return most;
}

/** The bounds of the cells that changed at least half as far as the one that changed most. */
export function boxOf(history: GreyPictures, frame: number): Box {
  const most = changedMost(history, frame);
  const box: Box = { left: SIDE, top: SIDE, right: 0, bottom: 0 };
  for (let i = 0; i < PIXELS; i++) {
    if (num(changes, i) < OVER_PLAIN_CHANGED * most) continue;
    const [x, y] = [i % SIDE, (i / SIDE) | 0];
    box.left = min(box.left, x);
    box.right = max(box.right, x + 1);
    box.top = min(box.top, y);
    box.bottom = max(box.bottom, y + 1);
  }
  return box;
}

const isIn = ({ left, top, right, bottom }: Box, cell: number): boolean => {
  const [x, y] = [cell % SIDE, (cell / SIDE) | 0];
  return x >= left && x < right && y >= top && y < bottom;
};

/** Standard deviation of a picture's greys in a box, or of those beyond it; 0 where there are none. */
export function spreadOf(
  history: GreyPictures,
  frame: number,
  box: Box,
  where: 'inside' | 'outside',
): number {
  const greys = history.grey(frame);
  let cells = 0;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < PIXELS; i++) {
    if (isIn(box, i) !== (where === 'inside')) continue;
    const grey = at(greys, i);
    cells++;
    sum += grey;
    squares += grey * grey;
  }
  const mean = sum / max(1, cells);
  return sqrt(max(0, squares / max(1, cells) - mean * mean));
}

/** Sums of what the cells in a box and those beyond it changed by. */
export function changeAbout(
  history: GreyPictures,
  frame: number,
  box: Box,
): { inside: number; outside: number } {
  changedMost(history, frame);
  let inside = 0;
  let outside = 0;
  for (let i = 0; i < PIXELS; i++) {
    if (isIn(box, i)) inside += num(changes, i);
    else outside += num(changes, i);
  }
  return { inside, outside };
}
