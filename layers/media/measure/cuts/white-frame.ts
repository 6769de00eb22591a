import { at, SIDE } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { type Area, cellsIn, withoutEdge } from '../pictures/lit-area.ts';
import {
  WHITE_CELL,
  WHITE_MARKS,
  WHITE_MARKS_CHANGE,
  WHITE_MEAN,
  WHITE_SPREAD,
} from './thresholds.ts';

/**
 * True for a frame that is all but white, whatever it shows: as a whole, or within the border of a
 * film, or beside marks that were there in the frame before, as the sign of a channel or a clock
 * that is laid over the flash. What is written on a white card was not there before.
 */
export function isWhite(history: History, before: number, inside: number): boolean {
  if (history.mean(inside) >= WHITE_MEAN && history.spread(inside) < WHITE_SPREAD) return true;
  const film = withoutEdge(history.area);
  return isWhiteBesideMarks(history.grey(before), history.grey(inside), film);
}

function isWhiteBesideMarks(before: Uint8Array, inside: Uint8Array, film: Area): boolean {
  let [cells, sum, squares, lift] = [0, 0, 0, 0];
  /** How dark the marks are, squared, so that those which fill their cells tell most. */
  let [dark, changed] = [0, 0];
  for (let y = film.top; y < film.bottom; y++) {
    for (let i = y * SIDE + film.left; i < y * SIDE + film.right; i++) {
      const value = at(inside, i);
      if (value >= WHITE_CELL) {
        cells++;
        sum += value;
        squares += value * value;
        lift += value - at(before, i);
      } else {
        const weight = (WHITE_CELL - value) ** 2;
        dark += weight;
        changed += weight * Math.abs(value - at(before, i));
      }
    }
  }
  if (cells < (1 - WHITE_MARKS) * cellsIn(film)) return false;
  const mean = sum / cells;
  const spread = Math.sqrt(Math.max(0, squares / cells - mean * mean));
  if (mean < WHITE_MEAN || spread >= WHITE_SPREAD) return false;
  return changed / Math.max(1, dark) <= (WHITE_MARKS_CHANGE * lift) / cells;
}
