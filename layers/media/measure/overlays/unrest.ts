import { keepsView } from '../pictures/keeps-view.ts';
import type { Pictures } from './backwards.ts';
import { UNREST_BEYOND, UNREST_JUMP } from './thresholds.ts';

const { max } = Math;

/**
 * True when most of the picture was replaced between two frames, and not in the frames beside them.
 */
export function cutBetween(history: Pictures, before: number, after: number): boolean {
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
  return !keepsView(history, jump);
}
