import { type Hundredths, repeatPrice } from './credits.ts';
import type { FramesPlan } from './frames-plan.ts';
import { isPaid } from './paid-windows.ts';
import type { Window } from './window.ts';

/** What a planned call costs a caller who has paid for these windows of the same video and level. */
export function framesCharge(
  plan: Pick<FramesPlan, 'level' | 'covered' | 'price'>,
  paid: readonly Window[],
): { price: Hundredths; cacheHit: boolean; reason: string } {
  const cacheHit = isPaid(plan.covered, paid);
  return {
    price: cacheHit ? repeatPrice(plan.price) : plan.price,
    cacheHit,
    reason: `frames:${plan.level}${cacheHit ? ':cached' : ''}`,
  };
}
