import { FINE_PIXELS } from '../pictures/grey.ts';
import type { Pictures } from './backwards.ts';
import type { Overlay } from './overlay.ts';
import {
  OVERLAY_SHORTEST_SECONDS,
  REWRITTEN_ALL,
  REWRITTEN_AS_USUAL,
  REWRITTEN_BEYOND,
  REWRITTEN_EDGE_SECONDS,
  REWRITTEN_MOSTLY,
  REWRITTEN_STEP,
} from './thresholds.ts';
import { changeOver } from './traits.ts';

/**
 * True where a place is written anew, or is bare for a moment: its cells step at once, and the
 * picture as a whole does not. One line of writing follows another in these pictures as if it went
 * on.
 * @param step grey levels by which the writing stands out
 */
export function isRewritten(
  history: Pictures,
  { marks, step }: { marks: Int16Array; step: number },
  frame: number,
): boolean {
  const change = changeOver(marks, history.planes(frame - 1), history.planes(frame));
  return change >= REWRITTEN_STEP * step && history.change(frame) <= REWRITTEN_ALL * change;
}

/**
 * The same over a lively view: a place steps more than just before, and the picture as a whole goes
 * on as it went.
 */
export function isRewrittenMeanwhile(
  history: Pictures,
  writing: { marks: Int16Array; step: number },
  frame: number,
): boolean {
  if (isRewritten(history, writing, frame)) return true;
  const { marks, step } = writing;
  const before = frame - 1;
  if (before <= history.first) return false;
  const change = changeOver(marks, history.planes(before), history.planes(frame));
  const usual = changeOver(marks, history.planes(before - 1), history.planes(before));
  const all = history.change(before) + (change * marks.length) / FINE_PIXELS;
  return (
    change >= REWRITTEN_STEP * step &&
    change >= REWRITTEN_BEYOND * usual &&
    history.change(frame) <= REWRITTEN_AS_USUAL * all
  );
}

/**
 * What stood in one place one after the other. What is written anew all the time, as a clock is, or
 * a film in a film, stays one.
 * @param rewritten seconds, in order
 */
export function oneAfterTheOther(
  overlay: Overlay,
  rewritten: readonly number[],
  endOfWindow: number,
): Overlay[] {
  const end = overlay.end ?? endOfWindow;
  const inside = rewritten.filter(
    (at) => at >= overlay.start + REWRITTEN_EDGE_SECONDS && at <= end - REWRITTEN_EDGE_SECONDS,
  );
  const edges = [overlay.start, ...inside, end];
  const parts = edges.slice(1).flatMap((to, i) => {
    const start = edges[i] as number;
    return to - start >= OVERLAY_SHORTEST_SECONDS ? [{ start, end: to }] : [];
  });
  const seen = parts.reduce((sum, part) => sum + part.end - part.start, 0);
  if (seen < REWRITTEN_MOSTLY * (end - overlay.start)) return [overlay];
  return parts.map((part) => ({
    ...overlay,
    start: part.start,
    end: part.end === end ? overlay.end : part.end,
  }));
}
