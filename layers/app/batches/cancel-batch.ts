import type { Batch } from '../../domain/batches/batch.ts';
import type { makeCancelJob } from '../jobs/cancel-job.ts';
import { notFound } from '../not-found.ts';
import type { Batches } from '../ports/batches/batches.ts';
import { endItemJob } from './end-item-job.ts';

/** Looks, a second apart, for jobs that were being started as the batch was cancelled. */
const MOST_LOOKS = 5;

interface Deps {
  readonly batches: Pick<Batches, 'find' | 'cancel'>;
  readonly cancelJob: ReturnType<typeof makeCancelJob>;
  readonly readBatch: (orgId: string, batchId: string, waitSeconds: number) => Promise<Batch>;
}

/**
 * Ends what has not ended of a batch; what was answered stays, and was paid for.
 * @throws DomainError video_not_found for a batch that the organization does not have
 */
export const makeCancelBatch =
  ({ batches, cancelJob, readBatch }: Deps) =>
  async (orgId: string, batchId: string): Promise<Batch> => {
    if (!(await batches.find(orgId, batchId))) throw notFound('batch');
    // First of all nothing more is started.
    const before = await readBatch(orgId, batchId, 0);
    if (before.status === 'queued' || before.status === 'running') {
      await batches.cancel(orgId, batchId);
    }
    for (let look = 0; ; look += 1) {
      const items = (await batches.find(orgId, batchId))?.items ?? [];
      for (const { job_id, joined } of items) {
        // A job that others asked for too is theirs.
        if (job_id !== null && !joined) await endItemJob(cancelJob, orgId, job_id);
      }
      const batch = await readBatch(orgId, batchId, look === 0 ? 0 : 1);
      // Jobs that were being started meanwhile are ended by the next look, the last by the sweep.
      const hasEnded = batch.status !== 'queued' && batch.status !== 'running';
      if (hasEnded || look === MOST_LOOKS) return batch;
    }
  };
