import { boundsOf } from '../overlays/regions.ts';
import { at, FINE } from '../pictures/grey.ts';
import type { OneGround } from './ground.ts';
import { PAGE_ADDED_CELLS, PAGE_ANEW_ALIKE, PAGE_ANEW_HIGH, PAGE_ANEW_WIDE } from './thresholds.ts';

const { floor, sqrt } = Math;

/** Whether most of these cells show another drawing: one that is lit up, or dimmed, is the same. */
export function isAnother(pages: OneGround, cells: readonly number[]): boolean {
  const changed = cells.filter((cell) => pages.changes(cell)).length;
  return changed > cells.length / 2 && !(correlation(pages, cells) >= PAGE_ANEW_ALIKE);
}

/** Whether one line, and nothing else, gave way to another one; a digit that counts is none. */
export function isWrittenAnew(pages: OneGround, changed: readonly number[]): boolean {
  const was = changed.filter((cell) => pages.isDrawn(cell));
  const is = changed.filter((cell) => pages.isDrawnNext(cell));
  return isLine(was) && isLine(is) && isAnother(pages, changed);
}

/** Whether cells lie in rows next to each other, as wide as a word and no higher than writing. */
function isLine(cells: readonly number[]): boolean {
  if (cells.length < PAGE_ADDED_CELLS) return false;
  const [left, top, right, bottom] = boundsOf(Int16Array.from(cells));
  const rows = new Set(cells.map((cell) => floor(cell / FINE))).size;
  const isWide = right - left >= PAGE_ANEW_WIDE * FINE;
  return isWide && rows === bottom - top && rows <= PAGE_ANEW_HIGH * FINE;
}

/** Pearson's, of what the two pages show there; not a number where one of them is even. */
function correlation({ before, after }: OneGround, cells: readonly number[]): number {
  let [x, y, xx, xy, yy] = [0, 0, 0, 0, 0];
  for (const cell of cells) {
    const [a, b] = [at(before, cell), at(after, cell)];
    x += a;
    y += b;
    xx += a * a;
    xy += a * b;
    yy += b * b;
  }
  const n = cells.length;
  return (n * xy - x * y) / sqrt((n * xx - x * x) * (n * yy - y * y));
}
