import { at } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { viewStays } from '../pictures/view-stays.ts';
import { UNREST_BEYOND, UNREST_JUMP } from './thresholds.ts';

const { abs, max } = Math;

/**
 * The largest change of a fine cell from one frame to the next; any that is larger than `enough`
 * ends the search.
 * @param frames the greys of frames that follow each other
 */
export function hurry(frames: readonly Uint8Array[], cell: number, enough: number): number {
  let most = 0;
  let before = at(frames[0] as Uint8Array, cell);
  for (let k = 1; k < frames.length; k++) {
    const now = at(frames[k] as Uint8Array, cell);
    const change = abs(now - before);
    if (change > most) most = change;
    if (most > enough) break;
    before = now;
  }
  return most;
}

/**
 * True when most of the picture was replaced between two frames, and not in the frames beside them.
 */
export function cutBetween(history: History, before: number, after: number): boolean {
  let most = 0;
  let jump = after;
  for (let frame = before + 1; frame <= after; frame++) {
    const { typical } = history.unlike(frame);
    if (typical <= most) continue;
    most = typical;
    jump = frame;
  }
  const usual = max(history.unlike(before).typical, history.unlike(after + 1).typical);
  if (most <= UNREST_JUMP || most <= UNREST_BEYOND * usual) return false;
  return !viewStays(history.grey(jump - 1), history.grey(jump));
}
