import { at, FINE_PIXELS } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';

const { abs, max } = Math;

/** Fine cells that an overlay takes at least and at most. */
export const LEAST_CELLS = 16;
export const MOST_CELLS = FINE_PIXELS * 0.3;
/** Grey levels by which cells elsewhere may wander. */
export const STIR = 8;
/** Difference of the median block at a cut. */
const JUMP = 0.28;

/**
 * The largest change of a fine cell from one frame to the next, in the `rest` frames up to
 * `before`.
 */
export function hurry(history: History, cell: number, before: number, rest: number): number {
  let most = 0;
  for (let frame = before; frame > before - rest + 1; frame--) {
    const change = at(history.fine(frame), cell) - at(history.fine(frame - 1), cell);
    most = max(most, abs(change));
  }
  return most;
}

/** A cut changes the picture this many times more than the frames beside it do. */
const BEYOND = 1.5;

/**
 * True when most of the picture was replaced between two frames, and not in the frames beside them.
 */
export function cutBetween(history: History, before: number, after: number): boolean {
  let most = 0;
  for (let frame = before + 1; frame <= after; frame++)
    most = max(most, history.unlike(frame).typical);
  const usual = max(history.unlike(before).typical, history.unlike(after + 1).typical);
  return most > JUMP && most > BEYOND * usual;
}
