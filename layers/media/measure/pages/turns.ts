import { at, FINE_PIXELS } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import type { Stretch } from '../stretch.ts';
import type { Rested } from './ground.ts';
import {
  PAGE_CUT_STEP,
  PAGE_DISSOLVE_BESIDE,
  PAGE_DISSOLVE_FRAMES,
  PAGE_DISSOLVE_OFF,
  PAGE_DISSOLVE_SECONDS,
  PAGE_EDGE,
  PAGE_STILL,
} from './thresholds.ts';

const { abs, round } = Math;

/**
 * How one page gives way to the next: at once, where `start` and `end` are one, or from the first
 * mixed frame up to the first pure one; in seconds.
 */
export interface Turn extends Stretch {
  readonly kind: 'cut' | 'dissolve';
  readonly confidence: number;
}

/**
 * A cut where one frame goes most of the way from a page to the next, a dissolve where the frames
 * go it evenly; undefined where they go it otherwise, as things that fly in do.
 */
export function turnOf(history: History, rested: Rested): Turn | undefined {
  const { page, now } = rested;
  let reached = 0;
  for (let frame = page + 1; frame <= now; frame++) {
    const { share } = onTheWay(history, rested, frame);
    if (share - reached >= PAGE_CUT_STEP) {
      const seconds = history.seconds(frame);
      return { kind: 'cut', start: seconds, end: seconds, confidence: 1 };
    }
    reached = share;
  }
  const { from, to } = edgesOf(history, rested);
  const [start, end] = [history.seconds(from), history.seconds(to)];
  if (to - from < PAGE_DISSOLVE_FRAMES || end - start > PAGE_DISSOLVE_SECONDS) return undefined;
  const { share, beside } = onTheWay(history, rested, (from + to) >> 1);
  if (beside > PAGE_DISSOLVE_BESIDE || abs(share - 0.5) > PAGE_DISSOLVE_OFF) return undefined;
  return { kind: 'dissolve', start, end, confidence: round((1 - beside) * 100) / 100 };
}

/** The first frame that is no longer as the one that rested, and the first that is as the other. */
export function edgesOf(history: History, rested: Rested): { from: number; to: number } {
  let from = rested.page;
  for (let frame = rested.page + 1; frame <= rested.now; frame++) {
    const { share } = onTheWay(history, rested, frame);
    if (share <= PAGE_EDGE) from = frame;
    if (share >= 1 - PAGE_EDGE) return { from: from + 1, to: frame };
  }
  return { from: from + 1, to: rested.now };
}

/**
 * Least squares share of the newer picture in a frame, over the cells that change, and what it
 * leaves unexplained.
 */
function onTheWay(
  history: History,
  { page, now, lives }: Rested,
  frame: number,
): { share: number; beside: number } {
  const [a, z, f] = [history.fine(page), history.fine(now), history.fine(frame)];
  let [along, squares, apart] = [0, 0, 0];
  for (let i = 0; i < FINE_PIXELS; i++) {
    const step = at(z, i) - at(a, i);
    if (at(lives, i) === 1 || abs(step) <= PAGE_STILL) continue;
    along += step * (at(f, i) - at(a, i));
    squares += step * step;
    apart += abs(step);
  }
  const share = along / squares;
  let rest = 0;
  for (let i = 0; i < FINE_PIXELS; i++) {
    const step = at(z, i) - at(a, i);
    if (at(lives, i) === 1 || abs(step) <= PAGE_STILL) continue;
    rest += abs(at(f, i) - at(a, i) - share * step);
  }
  return { share, beside: rest / apart };
}
