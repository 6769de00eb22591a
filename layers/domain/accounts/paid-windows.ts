import { without } from '../stretches.ts';
import type { Window } from '../window.ts';
import { type Hundredths, NOTHING, repeatPrice } from './credits.ts';
import { lengthOf } from './shortfall.ts';

/** What was paid for of a video at a level, in seconds. */
export interface PaidFor {
  readonly windows: readonly Window[];
  /** Those of them that were read since every byte of a read is accounted for. */
  readonly verified: readonly Window[];
  /**
   * Stretches in them that could not be decoded: they were given back, and are not charged again.
   */
  readonly lost: readonly Window[];
}

export const NOTHING_PAID: PaidFor = { windows: [], verified: [], lost: [] };

/** A price, and whether it is that of a window paid for before. */
export interface PaidCharge {
  readonly price: Hundredths;
  readonly cacheHit: boolean;
  /**
   * Set for a window that may have been read short when it was paid for: it is drawn anew, free.
   */
  readonly isRedrawn?: true;
  /** As the ledger tells it. */
  readonly reason: string;
}

// Times travel as milliseconds; anything below that is rounding.
const SAME_MOMENT = 0.0005;

/**
 * True when every second of a window lies inside windows already paid for, joined where they touch.
 */
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

type Price = Pick<PaidCharge, 'price' | 'cacheHit' | 'isRedrawn'>;

/** A price as the ledger tells it. */
export const withReason = (price: Price, reason: string): PaidCharge => ({
  ...price,
  reason: price.cacheHit ? `${reason}:cached` : reason,
});

/**
 * The price of stretches: a fifth where all of them were paid for, and nothing where their read is
 * not verified.
 * @param priceOf the full price of some seconds
 */
export function priceOfStretches(
  stretches: readonly Window[],
  { windows, verified }: Pick<PaidFor, 'windows' | 'verified'>,
  priceOf: (seconds: number) => Hundredths,
): Price {
  const price = priceOf(lengthOf(stretches));
  const arePaid = (paid: readonly Window[]) => stretches.every((stretch) => isPaid(stretch, paid));
  if (stretches.length === 0 || !arePaid(windows)) return { price, cacheHit: false };
  return arePaid(verified)
    ? { price: repeatPrice(price), cacheHit: true }
    : { price: NOTHING, cacheHit: true, isRedrawn: true };
}

/**
 * The price of a window before it is read. Seconds that are known to be lost cost nothing. A window
 * that is lost as a whole is priced as if that were not known: when it still cannot be shown, its
 * job fails and gives everything back.
 * @param priceOf the full price of some seconds
 */
export function priceOfWindow(
  window: Window,
  { windows, verified, lost }: PaidFor,
  priceOf: (seconds: number) => Hundredths,
): Price {
  const owed = without([window], lost);
  return owed.length === 0
    ? { price: priceOf(lengthOf([window])), cacheHit: false }
    : priceOfStretches(owed, { windows, verified }, priceOf);
}
