import type { JobProgress } from '../../domain/jobs/job.ts';
import { type JobRuns, LeaseLost, type Run } from '../ports/jobs/jobs.ts';

/** For how long nobody else looks after a job that others work for, between two of their tellings. */
export const LONGEST_LEASE_MS = 20 * 60_000;
/** Longest that keeping what they came to takes. */
const HANDING_MS = 60_000;

type Extending = Pick<JobRuns, 'extend'>;

/**
 * Keeps a run's hold on its job while others work for it, and tells how far they are; false when
 * the run no longer holds it.
 */
export const holdsElsewhere = (
  runs: Extending,
  run: Run,
  now: Date,
  progress: JobProgress,
): Promise<boolean> => runs.extend(run, new Date(now.getTime() + LONGEST_LEASE_MS), progress);

/**
 * The same for a run that ends with its hold.
 * @throws LeaseLost
 */
export async function holdElsewhere(...of: Parameters<typeof holdsElsewhere>): Promise<void> {
  const [, run] = of;
  if (!(await holdsElsewhere(...of))) throw new LeaseLost(run);
}

/** Keeps the hold while what they came to is kept; false likewise. */
export const holdsToHandOver = (runs: Extending, run: Run, now: Date): Promise<boolean> =>
  runs.extend(run, new Date(now.getTime() + HANDING_MS));
