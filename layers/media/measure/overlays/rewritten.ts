import type { Pictures } from './backwards.ts';
import type { Overlay } from './overlay.ts';
import {
  OVERLAY_SHORTEST_SECONDS,
  REWRITTEN_ALL,
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
