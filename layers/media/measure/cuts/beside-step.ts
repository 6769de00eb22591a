import type { History } from '../pictures/history.ts';
import {
  CUT_BRIGHTER,
  CUT_LEADING,
  CUT_NOTHING_LEFT,
  CUT_OVER_CALM,
  CUT_OVER_LIVELY,
  CUT_PROMINENCE,
  CUT_REPAINTED_STILL,
  CUT_REPEATED,
  CUT_REST,
  CUT_STILL,
} from './thresholds.ts';

const { max, min } = Math;

/** How far from a step it is looked: so many frames, and none before one that is explained. */
interface Reach {
  readonly near: number;
  readonly explained: number;
}

/** What a step stands out of on one side, and how many frames were seen there. */
interface Side {
  calm: boolean;
  rests: boolean;
  apart: boolean;
  apartThrough: boolean;
  seen: number;
}

/**
 * Looks at the frames on one side. calm: none comes near this change. rests: none is a part of it
 * worth the name. apart: those that follow on each other without a rest between, as in a whip or a
 * fade, stay clearly below it; apartThrough: also where a repeated picture is held to be no rest.
 */
export function besideStep(
  history: History,
  frame: number,
  step: 1 | -1,
  { near: most, explained }: Reach,
): Side {
  const { overall: here, structure } = history.unlike(frame);
  // Where nothing is left of the shapes it is no hand that moves on.
  const calm = structure >= CUT_NOTHING_LEFT ? CUT_OVER_LIVELY : CUT_OVER_CALM;
  const change = history.change(frame);
  const side: Side = { calm: true, rests: true, apart: true, apartThrough: true, seen: 0 };
  let joined = true;
  let joinedThrough = true;
  for (let near = frame + step; side.seen < most; near += step) {
    if (near < max(1, explained) || near >= history.count) break;
    if (isRepeat(history, near)) {
      joined = false;
      continue;
    }
    if (repeatsBefore(history, step > 0 ? near : near + 1)) joined = false;
    const other = history.unlike(near).overall;
    const otherChange = history.change(near);
    side.seen++;
    if (here < calm * other) side.calm = false;
    if (other < CUT_REST * here) joined = joinedThrough = false;
    else side.rests = false;
    const alike = here < CUT_PROMINENCE * other && change < CUT_LEADING * otherChange;
    if (alike || change < CUT_BRIGHTER * otherChange) {
      if (joined) side.apart = false;
      if (joinedThrough) side.apartThrough = false;
    }
  }
  if (side.seen === 0) side.rests = false;
  return side;
}

/**
 * A picture shown once more amid movement, as where 20 frames a second are shown as 25: no side is
 * calm for that.
 */
function isRepeat(history: History, frame: number): boolean {
  if (frame < 2 || frame + 1 >= history.count) return false;
  const beside = min(history.change(frame - 1), history.change(frame + 1));
  return history.change(frame) < CUT_REPEATED * beside;
}

/** Whether frames that repeat the picture before this one were left out. */
const repeatsBefore = (history: History, frame: number): boolean =>
  history.framesBetween(frame - 1, frame) > 1;

/** A change of colours, too, before and after which next to nothing moves. */
export function isBetweenStills(
  history: History,
  frame: number,
  { near: most, explained }: Reach,
): boolean {
  if (history.repaint(frame) < CUT_REPAINTED_STILL) return false;
  const [from, to] = [frame - most, frame + most];
  if (from < max(1, explained) || to >= history.count) return false;
  for (let near = from; near <= to; near++) {
    if (near !== frame && history.change(near) > CUT_STILL * history.change(frame)) return false;
  }
  return true;
}
