import type { History } from '../pictures/history.ts';
import { CellsWay } from './cells-way.ts';
import { OVERLAY_STILL_COMING } from './thresholds.ts';
import { cutBetween } from './unrest.ts';

/**
 * The frame before cells began to change: what was looked at first may show some of it already.
 * `stride` frames are gone back at a time, `longest` at most.
 */
export function beginningOf(
  history: History,
  cells: Int16Array,
  { before, after }: { readonly before: number; readonly after: number },
  { stride, longest }: { readonly stride: number; readonly longest: number },
): number {
  const b = history.planes(after);
  const earliest = Math.max(history.first, before - longest);
  let from = before;
  while (from - stride >= earliest) {
    const earlier = from - stride;
    if (cutBetween(history, earlier, from)) break;
    // Where it came on all along this stretch, what was there earlier lies further along the same
    // way.
    const way = new CellsWay(cells, history.planes(earlier), b).progress(history.planes(from));
    if (way < OVERLAY_STILL_COMING) break;
    from = earlier;
  }
  return from;
}
