import { each } from '../each.ts';
import type { Batches } from '../ports/batches/batches.ts';
import type { Clock } from '../ports/clock.ts';
import type { AdvanceBatch } from './advance-batch.ts';

interface Deps {
  readonly batches: Pick<Batches, 'waiting' | 'overdue' | 'putOff'>;
  readonly advance: AdvanceBatch;
  readonly now: Clock;
}

const AT_ONCE = 50;

/**
 * A job has ended: what waits for its slot is started. Once there is no room for an item, the
 * batches behind it are not looked at: there may be hundreds, and each end of a job comes by here.
 * @throws AggregateError of what went wrong, after everything else was done
 */
export const makeAdvanceWaiting =
  ({ batches, advance }: { batches: Pick<Batches, 'waiting'>; advance: AdvanceBatch }) =>
  async (orgId: string): Promise<void> => {
    let hasRoom = true;
    const start = async (batchId: string) => {
      if (hasRoom) hasRoom = (await advance(orgId, batchId)) !== 'full';
    };
    await each(await batches.waiting(orgId), start, 'batches were not advanced');
  };

/**
 * Looks after batches that nobody advanced: whoever should have was killed, or other jobs held the
 * slots. Each is put off first: those of one organization that wait for room would else be the oldest
 * at every sweep, and no other's be looked after.
 * @throws AggregateError of what went wrong, after everything else was done
 */
export const makeSweepBatches =
  ({ batches, advance, now }: Deps) =>
  async (): Promise<{ batches: number }> => {
    const overdue = await batches.overdue(now(), AT_ONCE);
    await each(
      overdue,
      async ({ orgId, batchId }) => {
        await batches.putOff(orgId, batchId, now());
        await advance(orgId, batchId);
      },
      'batches were not looked after',
    );
    return { batches: overdue.length };
  };
