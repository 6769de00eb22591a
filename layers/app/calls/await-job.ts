import { isTerminal } from '../../domain/jobs/job.ts';
import type { JobRecord } from '../../domain/jobs/job-record.ts';
import { notFound } from '../not-found.ts';
import type { Clock, Closing, Wait } from '../ports/clock.ts';
import type { JobIntake } from '../ports/jobs/jobs.ts';

// A short call takes a third of a second, of which a look costs a reading of one row. An end is
// seen late by a twentieth of what the job took at most: about 80 looks in half a minute.
const SHORTEST_WAIT_MS = 50;
const LATER_BY = 0.05;
const LONGEST_WAIT_MS = 1_500;

/** What somebody who waits wants beside the end. */
export interface Watching {
  /** Told how the job stands at each look before its end. */
  readonly looked?: (job: JobRecord) => void;
  /** Ends the wait, not the job: what was begun is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

interface Deps {
  readonly jobs: Pick<JobIntake, 'find'>;
  readonly wait: Wait;
  readonly now: Clock;
  readonly closing?: Closing;
}

/**
 * Looks at a job with growing waits until it ends, the time is up, or the process is about to end;
 * answers how it stands then.
 * @throws DomainError video_not_found when the job was erased with its video
 */
export const makeAwaitJob =
  ({ jobs, wait, now, closing = () => false }: Deps) =>
  async (
    job: JobRecord,
    seconds: number,
    { looked, signal }: Watching = {},
  ): Promise<JobRecord> => {
    const begun = now().getTime();
    let current = job;
    while (!isTerminal(current.status)) {
      const waited = now().getTime() - begun;
      const left = seconds * 1000 - waited;
      if (left <= 0 || closing()) break;
      looked?.(current);
      const next = Math.min(Math.max(LATER_BY * waited, SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
      await wait(Math.min(next, left), signal);
      const found = await jobs.find(job.org_id, job.job_id);
      if (!found) throw notFound('video');
      current = found;
    }
    return current;
  };
