import { areaOf, boundsOf } from '../overlays/regions.ts';
import { at } from '../pictures/grey.ts';
import type { OneGround } from './ground.ts';
import { PAGE_INK, PAGE_STILL, PAGE_WINDOW_CHANGED, PAGE_WINDOW_EVEN } from './thresholds.ts';

const { abs, max } = Math;

const greys = new Uint16Array(256);

/** Whether a box of a grey of its own opened over the page, or went, and nothing else changed. */
export const isWindow = (pages: OneGround, changed: readonly number[]): boolean =>
  isWindowOn(pages, pages.before, changed) || isWindowOn(pages, pages.after, changed);

/** Whether what changed is a box that has one grey, which is not that of the ground, on this page. */
export function isWindowOn(
  pages: OneGround,
  fine: Uint8Array,
  changed: readonly number[],
): boolean {
  if (changed.length < PAGE_WINDOW_CHANGED * areaOf(boundsOf(Int16Array.from(changed))))
    return false;
  greys.fill(0);
  for (const cell of changed) (greys[at(fine, cell)] as number)++;
  const commonest = greys.indexOf(max(...greys));
  const even = changed.filter((cell) => abs(at(fine, cell) - commonest) <= PAGE_STILL);
  const drawn = even.filter((cell) => abs(pages.above(fine, cell)) >= PAGE_INK);
  return drawn.length >= PAGE_WINDOW_EVEN * changed.length;
}
