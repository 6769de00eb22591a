import type { Hundredths } from './credits.ts';
import type { Window } from './window.ts';

/** A price, and whether it is that of a window paid for before. */
export interface PaidCharge {
  readonly price: Hundredths;
  readonly cacheHit: boolean;
  /** As the ledger tells it. */
  readonly reason: string;
}

// Times travel as milliseconds; anything below that is rounding.
const SAME_MOMENT = 0.0005;

/** True when every second of a window lies inside windows already paid for, joined where they touch. */
export function isPaid([start, end]: Window, paid: readonly Window[]): boolean {
  let reached = start;
  for (const [from, to] of paid.toSorted((a, b) => a[0] - b[0])) {
    if (from > reached + SAME_MOMENT) break;
    reached = Math.max(reached, to);
  }
  // A window of no length is one moment, and needs a paid window around it.
  const touched = paid.some(([from, to]) => from <= start + SAME_MOMENT && to >= start);
  return touched && reached >= end - SAME_MOMENT;
}
