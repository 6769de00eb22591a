import { DomainError } from '../../domain/errors.ts';
import type { makeCancelJob } from '../jobs/cancel-job.ts';

/** Ends the job of an item, if it has not ended: one that is gone was ended with its video. */
export async function endItemJob(
  cancelJob: ReturnType<typeof makeCancelJob>,
  orgId: string,
  jobId: string,
): Promise<void> {
  try {
    await cancelJob(orgId, jobId);
  } catch (error) {
    if (!(error instanceof DomainError && error.type === 'video_not_found')) throw error;
  }
}
