import { at, FINE, FINE_PIXELS } from '../pictures/grey.ts';
import type { OneGround } from './ground.ts';
import {
  PAGE_SCROLL_ROWS,
  PAGE_SCROLL_SEEN,
  PAGE_SCROLLED,
  PAGE_SCROLLED_BETTER,
} from './thresholds.ts';

const { abs, floor, min } = Math;

/** Parts of a row between which a scrolled page may lie. */
const PARTS = 4;
const FURTHEST = PARTS * PAGE_SCROLL_ROWS;

/** Whether the later page is the earlier one, scrolled up or down: moved, its drawing lies there. */
export function isScrolled(pages: OneGround): boolean {
  const unmoved = apart(pages, 0);
  const most = min(PAGE_SCROLLED, PAGE_SCROLLED_BETTER * unmoved.share);
  for (let parts = -FURTHEST; parts <= FURTHEST; parts++) {
    const moved = apart(pages, parts);
    if (moved.share < most && moved.drawn > PAGE_SCROLL_SEEN * unmoved.drawn) return true;
  }
  return false;
}

/** How much is drawn where both pages are seen, one of them moved, and the share that differs. */
function apart(
  { before, after, ground, lives }: OneGround,
  parts: number,
): { share: number; drawn: number } {
  const rows = floor(parts / PARTS);
  const below = parts / PARTS - rows;
  let [sum, drawn] = [0, 0];
  for (let i = 0; i < FINE_PIXELS; i++) {
    const j = i + rows * FINE;
    const k = below > 0 ? j + FINE : j;
    if (j < 0 || k >= FINE_PIXELS || at(lives, i) === 1) continue;
    const from = (1 - below) * at(before, j) + below * at(before, k);
    sum += abs(from - at(after, i));
    drawn += abs(from - ground) + abs(at(after, i) - ground);
  }
  return { share: sum / drawn, drawn };
}
