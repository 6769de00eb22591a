import { z } from 'zod';
import { without } from '../stretches.ts';
import { toldSeconds, type Window } from '../window.ts';
import type { Hundredths } from './credits.ts';

const seconds = z.tuple([z.number(), z.number()]).readonly();

/**
 * What a result leaves out of the window that its job pays for, in seconds from the first frame.
 */
export const Shortfall = z.object({
  /** Stretches of which nothing could be decoded. */
  damaged: z.array(seconds).readonly(),
  /** Where a limit of the answer ended it; null where it reaches the end of the window. */
  ends_at: z.number().nullable(),
});
export type Shortfall = z.infer<typeof Shortfall>;

/** A part of a charge that goes back because its seconds are not in the result. */
export interface Refund {
  /** As the ledger tells it. */
  readonly reason: 'refund:damaged' | 'refund:truncated';
  readonly amount: Hundredths;
}

/** Seconds that stretches last together, each as answers tell it. */
export const lengthOf = (stretches: readonly Window[]): number =>
  stretches.reduce((sum, stretch) => sum + toldSeconds(stretch), 0);

/** The part of a window up to where a result ends. */
export const reached = ([start, end]: Window, { ends_at }: Shortfall): Window => [
  start,
  Math.min(end, ends_at ?? end),
];

/** The stretches of a window that a result covers. */
export const coveredOf = (window: Window, shortfall: Shortfall): Window[] =>
  without([reached(window, shortfall)], shortfall.damaged);

/**
 * What goes back of a charge: the difference to the price of what is covered. Seconds behind the
 * end of a result and seconds lost to damage go back by entries of their own, since they mean
 * different things to the caller.
 * @param price the price of stretches, by what the caller has paid for
 */
export function refundsOf(
  charged: Hundredths,
  price: (stretches: readonly Window[]) => Hundredths,
  window: Window,
  shortfall: Shortfall,
): Refund[] {
  const refunds: Refund[] = [];
  let left = charged;
  const giveBack = (reason: Refund['reason'], owed: Hundredths) => {
    if (owed >= left) return;
    refunds.push({ reason, amount: (left - owed) as Hundredths });
    left = owed;
  };
  if (shortfall.ends_at !== null) giveBack('refund:truncated', price([reached(window, shortfall)]));
  if (shortfall.damaged.length > 0) {
    giveBack('refund:damaged', price(coveredOf(window, shortfall)));
  }
  return refunds;
}

/** Of a result that covers its whole window. */
export const NO_SHORTFALL: Shortfall = { damaged: [], ends_at: null };
