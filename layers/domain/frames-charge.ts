import type { Hundredths } from './credits.ts';
import type { FramesPlan } from './frames-plan.ts';
import { type PaidCharge, type PaidFor, priceOfWindow } from './paid-windows.ts';
import { framesPrice } from './prices.ts';

/** Full price of a planned call by the seconds that it covers. */
export const framesPriceOf =
  ({ level }: Pick<FramesPlan, 'level'>) =>
  (seconds: number): Hundredths =>
    framesPrice(level, seconds);

/** What a planned call costs a caller who has paid for these windows of the same video and level. */
export function framesCharge(
  plan: Pick<FramesPlan, 'level' | 'covered'>,
  paid: PaidFor,
): PaidCharge {
  const { price, cacheHit } = priceOfWindow(plan.covered, paid, framesPriceOf(plan));
  return { price, cacheHit, reason: `frames:${plan.level}${cacheHit ? ':cached' : ''}` };
}
