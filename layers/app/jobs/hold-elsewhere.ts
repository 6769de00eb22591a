import type { JobProgress } from '../../domain/jobs/job.ts';
import { type JobRuns, LeaseLost, type Run } from '../ports/jobs/jobs.ts';

/** For how long nobody else looks after a job that others work for, between two of their tellings. */
const LEASE_MS = 20 * 60_000;

/**
 * Keeps a run's hold on its job while others work for it, and tells how far they are.
 * @throws LeaseLost
 */
export async function holdElsewhere(
  runs: Pick<JobRuns, 'extend'>,
  run: Run,
  now: Date,
  progress: JobProgress,
): Promise<void> {
  const isHeld = await runs.extend(run, new Date(now.getTime() + LEASE_MS), progress);
  if (!isHeld) throw new LeaseLost(`run ${run.run} no longer holds ${run.jobId}`);
}
