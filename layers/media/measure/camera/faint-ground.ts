import { compareFine, FINE_CELLS, nearestShift } from '../kernels/motion.ts';
import type { History } from '../pictures/history.ts';
import { fineFilm, softFilm } from './film.ts';
import { lightBetween } from './light.ts';
import { estimateMotion, type Motion } from './motion.ts';
import {
  FAINT_EXPLAINED,
  FAINT_LONGER,
  FAINT_NEARER,
  FAINT_SUPPORT,
  SPEED_CORNERS,
  SPEED_FEW,
  SPEED_LEAP,
  SPEED_LONGEST,
} from './thresholds.ts';
import { judgeMotion } from './votes.ts';

/**
 * How the camera moved over a ground of which coarse cells show too little: what can be seen of
 * asphalt or a lawn is a fine cell wide, and is gone in cells four times as large. Where that was too
 * little to be told, the frame is compared that came some times as long before.
 * @param out the motion, in coarse cells
 * @returns the frame since which it moved so; undefined where nothing sure is told
 */
export function faintMotion(
  history: History,
  then: number,
  now: number,
  out: Motion,
): number | undefined {
  if (isTold(history, then, now, out)) return then;
  const longer = now - FAINT_LONGER * (now - then);
  const isTooLittle = out.textured < SPEED_FEW && isOneView(history, longer, then);
  return isTooLittle && isTold(history, longer, now, out) ? longer : undefined;
}

/** Whether the fine cells of two frames tell of a motion for sure. */
function isTold(history: History, then: number, now: number, out: Motion): boolean {
  if (history.seconds(now) - history.seconds(then) > SPEED_LONGEST) return false;
  const light = lightBetween(...softFilm(history, then, now));
  compareFine(...fineFilm(history, then, now));
  if (isFitted(light, { x: 0, y: 0 }, out)) return true;
  // What moved by more than its own width draws no fit towards it.
  const nearest = nearestShift(light, FAINT_NEARER);
  return (nearest.x !== 0 || nearest.y !== 0) && isFitted(light, nearest, out);
}

function isFitted(light: number, from: { x: number; y: number }, out: Motion): boolean {
  out.x = from.x;
  out.y = from.y;
  out.zoom = 0;
  estimateMotion(light, out, FINE_CELLS);
  judgeMotion(light, out, FINE_CELLS);
  out.x /= 2;
  out.y /= 2;
  return (
    out.textured >= SPEED_FEW &&
    out.support >= FAINT_SUPPORT &&
    out.corners >= SPEED_CORNERS &&
    out.explained >= FAINT_EXPLAINED
  );
}

function isOneView(history: History, from: number, to: number): boolean {
  if (from < history.first) return false;
  for (let frame = from + 1; frame <= to; frame++)
    if (history.unlike(frame).overall > SPEED_LEAP) return false;
  return true;
}
