import type { Batches } from '../ports/batches/batches.ts';
import type { Clock } from '../ports/clock.ts';
import type { AdvanceBatch } from './advance-batch.ts';

interface Deps {
  readonly batches: Pick<Batches, 'waiting' | 'overdue'>;
  readonly advance: AdvanceBatch;
  readonly now: Clock;
}

const AT_ONCE = 50;

/** A job has ended: what waits for its slot is started. */
export const makeAdvanceWaiting =
  ({ batches, advance }: Pick<Deps, 'batches' | 'advance'>) =>
  async (orgId: string): Promise<void> => {
    for (const batchId of await batches.waiting(orgId)) await advance(orgId, batchId);
  };

/**
 * Looks after batches that nobody advanced: whoever should have was killed, or other jobs held the
 * slots.
 */
export const makeSweepBatches =
  ({ batches, advance, now }: Deps) =>
  async (): Promise<{ batches: number }> => {
    const overdue = await batches.overdue(now(), AT_ONCE);
    for (const { orgId, batchId } of overdue) await advance(orgId, batchId);
    return { batches: overdue.length };
  };
