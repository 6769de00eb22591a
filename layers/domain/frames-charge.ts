import { repeatPrice } from './credits.ts';
import type { FramesPlan } from './frames-plan.ts';
import { isPaid, type PaidCharge } from './paid-windows.ts';
import type { Window } from './window.ts';

/** What a planned call costs a caller who has paid for these windows of the same video and level. */
export function framesCharge(
  plan: Pick<FramesPlan, 'level' | 'covered' | 'price'>,
  paid: readonly Window[],
): PaidCharge {
  const cacheHit = isPaid(plan.covered, paid);
  return {
    price: cacheHit ? repeatPrice(plan.price) : plan.price,
    cacheHit,
    reason: `frames:${plan.level}${cacheHit ? ':cached' : ''}`,
  };
}
