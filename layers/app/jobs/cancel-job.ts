import type { ApiError } from '../../domain/errors.ts';
import { isTerminal, type JobSummary } from '../../domain/jobs/job.ts';
import { summaryOf } from '../../domain/jobs/job-summary.ts';
import { notFound } from '../not-found.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobIntake, JobRuns } from '../ports/jobs/jobs.ts';
import { clearWork } from './clear-work.ts';

interface Deps {
  readonly jobs: Pick<JobIntake, 'find'>;
  readonly runs: Pick<JobRuns, 'fail'>;
  readonly now: Clock;
  /** Where long reads are decoded and listened to. */
  readonly artifacts: Pick<ArtifactStore, 'deletePrefix'>;
}

const CANCELLED: ApiError = {
  type: 'invalid_request',
  message: 'The job was cancelled before it ended. What it was charged is given back.',
  reason: 'cancelled',
};

/**
 * Ends a job that has not ended, gives back what it was charged and frees its slot; its worker
 * stops at its next beat. A job that has ended stays as it is.
 * @throws DomainError video_not_found for a job that the organization does not have
 */
export const makeCancelJob =
  ({ jobs, runs, now, artifacts }: Deps) =>
  async (orgId: string, jobId: string): Promise<JobSummary> => {
    const find = async () => {
      const job = await jobs.find(orgId, jobId);
      if (!job) throw notFound('job');
      return job;
    };
    const job = await find();
    if (isTerminal(job.status)) return summaryOf(job);
    await runs.fail({ orgId, jobId }, { at: now(), error: CANCELLED, status: 'cancelled' });
    await clearWork(artifacts, job);
    return summaryOf(await find());
  };
