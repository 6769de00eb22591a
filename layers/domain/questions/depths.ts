import { type Hundredths, toHundredths } from '../accounts/credits.ts';
import { type Window, windowSeconds } from '../window.ts';
import { DEPTHS, type Depth } from './question.ts';

/** What a depth costs, and how much it may look at. All are ceilings. */
export interface DepthSpec {
  readonly creditsPerMinute: number;
  readonly leastCredits: number;
  /** Stretches that are looked at closely: for each chunk of the window, and at most. */
  readonly opened: { readonly perChunk: number; readonly atMost: number };
}

export const DEPTH_SPECS: Readonly<Record<Depth, DepthSpec>> = {
  glance: { creditsPerMinute: 0.5, leastCredits: 0.2, opened: { perChunk: 0, atMost: 0 } },
  read: { creditsPerMinute: 1.5, leastCredits: 0.6, opened: { perChunk: 6, atMost: 6 } },
  full: { creditsPerMinute: 3, leastCredits: 1.2, opened: { perChunk: 4, atMost: 24 } },
};

/** What a question in a session costs: it is answered out of what was found. */
export const FOLLOW_UP_PRICE: Hundredths = toHundredths(0.1);

/** What reading a window at a depth costs. */
export function readingPrice(depth: Depth, window: Window): Hundredths {
  const { creditsPerMinute, leastCredits } = DEPTH_SPECS[depth];
  return toHundredths(Math.max(leastCredits, (windowSeconds(window) / 60) * creditsPerMinute));
}

/** Whether a reading at `had` saw all that one at `wanted` would see. */
export const isAsDeep = (had: Depth, wanted: Depth): boolean =>
  DEPTHS.indexOf(had) >= DEPTHS.indexOf(wanted);
