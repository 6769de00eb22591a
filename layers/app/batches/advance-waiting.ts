import { each } from '../each.ts';
import type { Batches } from '../ports/batches/batches.ts';
import type { Clock } from '../ports/clock.ts';
import type { AdvanceBatch } from './advance-batch.ts';

interface Deps {
  readonly batches: Pick<Batches, 'waiting' | 'overdue'>;
  readonly advance: AdvanceBatch;
  readonly now: Clock;
}

const AT_ONCE = 50;

/**
 * A job has ended: what waits for its slot is started.
 * @throws AggregateError of what went wrong, after everything else was done
 */
export const makeAdvanceWaiting =
  ({ batches, advance }: Pick<Deps, 'batches' | 'advance'>) =>
  async (orgId: string): Promise<void> => {
    const waiting = await batches.waiting(orgId);
    await each(waiting, (batchId) => advance(orgId, batchId), 'batches were not advanced');
  };

/**
 * Looks after batches that nobody advanced: whoever should have was killed, or other jobs held the
 * slots.
 * @throws AggregateError of what went wrong, after everything else was done
 */
export const makeSweepBatches =
  ({ batches, advance, now }: Deps) =>
  async (): Promise<{ batches: number }> => {
    const overdue = await batches.overdue(now(), AT_ONCE);
    await each(
      overdue,
      ({ orgId, batchId }) => advance(orgId, batchId),
      'batches were not looked after',
    );
    return { batches: overdue.length };
  };
