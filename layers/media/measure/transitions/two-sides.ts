import { at, PIXELS, SIDE } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import type { WipeDirection } from './mixtures.ts';
import { EDGE_SIDE_LEAST, EDGE_SIDE_SURE } from './thresholds.ts';

const { abs, max, min } = Math;

/** Cells beside the edge that may show some of both pictures. */
const SEAM = 1.2;

/**
 * True where an edge that crosses evenly from frame `start` to `end` has the new picture behind it
 * and the old one ahead. Shots live on meanwhile, so it is asked of each frame which of the two
 * a side is nearer to, and not how near. What moves through a view has its own picture on one side
 * at most.
 */
export function twoSides(
  history: History,
  direction: WipeDirection,
  start: number,
  end: number,
): boolean {
  const [a, b] = [history.grey(start), history.grey(end)];
  const upright = direction === 'left' || direction === 'right';
  const { left, top, right, bottom } = history.area;
  const [low, high] = upright ? [left, right] : [top, bottom];
  const forward = direction === 'right' || direction === 'down';
  let behind = 0;
  let ahead = 0;
  for (let frame = start + 1; frame < end; frame++) {
    const edge = ((frame - start) / (end - start)) * (high - low);
    const grey = history.grey(frame);
    let newer = 0;
    let older = 0;
    for (let i = 0; i < PIXELS; i++) {
      const along = upright ? i & (SIDE - 1) : (i / SIDE) | 0;
      const way = (forward ? along - low : high - 1 - along) + 0.5 - edge;
      if (abs(way) < SEAM) continue;
      const toNew = abs(at(grey, i) - at(a, i)) - abs(at(grey, i) - at(b, i));
      if (way < 0) newer += toNew;
      else older -= toNew;
    }
    if (newer > 0) behind++;
    if (older > 0) ahead++;
  }
  const frames = end - start - 1;
  return (
    max(behind, ahead) >= EDGE_SIDE_SURE * frames && min(behind, ahead) >= EDGE_SIDE_LEAST * frames
  );
}
