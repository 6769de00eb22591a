import { isTerminal } from '../../domain/jobs/job.ts';
import type { JobRecord } from '../../domain/jobs/job-record.ts';
import { notFound } from '../not-found.ts';
import type { Clock, Wait } from '../ports/clock.ts';
import type { JobIntake } from '../ports/jobs/jobs.ts';

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 1_500;

/** What somebody who waits wants beside the end. */
export interface Watching {
  /** Told how the job stands at each look before its end. */
  readonly looked?: (job: JobRecord) => void;
  /** Ends the wait, not the job: what was begun is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * Looks at a job with growing waits until it ends or the time is up; answers how it stands then.
 * @throws DomainError video_not_found when the job was erased with its video
 */
export const makeAwaitJob =
  ({ jobs, wait, now }: { jobs: Pick<JobIntake, 'find'>; wait: Wait; now: Clock }) =>
  async (
    job: JobRecord,
    seconds: number,
    { looked, signal }: Watching = {},
  ): Promise<JobRecord> => {
    const deadline = now().getTime() + seconds * 1000;
    let current = job;
    for (let ms = FIRST_WAIT_MS; !isTerminal(current.status); ms *= 1.15) {
      const left = deadline - now().getTime();
      if (left <= 0) break;
      looked?.(current);
      await wait(Math.min(ms, LONGEST_WAIT_MS, left), signal);
      const found = await jobs.find(job.org_id, job.job_id);
      if (!found) throw notFound('video');
      current = found;
    }
    return current;
  };
