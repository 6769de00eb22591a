import { at, FINE_PIXELS } from './grey.ts';
import type { History } from './history.ts';

const { abs, max } = Math;

/** Fine cells that an overlay takes at least and at most. */
export const LEAST_CELLS = 16;
export const MOST_CELLS = FINE_PIXELS * 0.3;
/** Grey levels by which cells elsewhere may wander. */
export const STIR = 8;
/** Difference of the median block at a cut. */
export const JUMP = 0.28;

/** True when some of the picture, and not most of it, changed in one frame. */
export function flicks(history: History, frame: number): boolean {
  const a = history.fine(frame - 1);
  const b = history.fine(frame);
  let count = 0;
  for (let i = 0; i < FINE_PIXELS; i++) if (abs(at(b, i) - at(a, i)) > STIR) count++;
  return count >= LEAST_CELLS && count <= 2 * MOST_CELLS;
}

/** The largest change of a fine cell from one frame to the next, in the `rest` frames up to `before`. */
export function hurry(history: History, cell: number, before: number, rest: number): number {
  let most = 0;
  for (let frame = before; frame > before - rest + 1; frame--) {
    const change = at(history.fine(frame), cell) - at(history.fine(frame - 1), cell);
    most = max(most, abs(change));
  }
  return most;
}

/** True when most of the picture was replaced. */
export function cutBetween(history: History, before: number, after: number): boolean {
  for (let frame = before + 1; frame <= after; frame++)
    if (history.unlike(frame).typical > JUMP) return true;
  return false;
}
