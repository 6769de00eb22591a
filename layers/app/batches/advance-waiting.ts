import { each } from '../each.ts';
import type { Batches } from '../ports/batches/batches.ts';
import type { Clock } from '../ports/clock.ts';
import { sweepDue } from '../sweep-due.ts';
import type { AdvanceBatch } from './advance-batch.ts';

interface Deps {
  readonly batches: Pick<Batches, 'waiting' | 'overdue' | 'putOff'>;
  readonly advance: AdvanceBatch;
  readonly now: Clock;
}

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
    const putOff = ({ orgId, batchId }: Overdue) => batches.putOff(orgId, batchId, now());
    const looked = await sweepDue<Overdue>(
      {
        due: async (time, limit) => ({ found: await batches.overdue(time, limit), unreadable: [] }),
        work: async (batch) => {
          await putOff(batch);
          await advance(batch.orgId, batch.batchId);
          return true;
        },
        putOff,
        now,
      },
      'batches were not looked after',
    );
    return { batches: looked };
  };

type Overdue = Awaited<ReturnType<Batches['overdue']>>[number];
