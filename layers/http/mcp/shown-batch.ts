import { Batch } from '../../domain/batches/batch.ts';
import { characters, firstThatFit, MOST_CHARACTERS } from './budget.ts';
import { NextCall } from './next-call.ts';

export const ShownBatch = Batch.extend({ next: NextCall.optional() });
type ShownBatch = Batch & { next?: NextCall };

/** Kept free for the call that goes on. */
const NEXT_CHARACTERS = 200;

/**
 * A batch with its items from a place on, the first being 0, as far as one answer holds. What is
 * left is read by the call that goes on.
 */
export function showBatch(batch: Batch, from = 0): ShownBatch {
  const bare = { ...batch, items: [] };
  const room = MOST_CHARACTERS - characters(bare) - NEXT_CHARACTERS;
  const items = firstThatFit(batch.items.slice(from), room, (item) => characters(item) + 1);
  const following = from + items.length;
  if (following >= batch.items.length) return { ...batch, items };
  const rest = { job_id: batch.batch_id, start: following };
  return { ...batch, items, next: { tool: 'get_job', arguments: rest } };
}
