import { PROCESSING_FAILED } from '../../domain/errors.ts';
import { isTerminal } from '../../domain/jobs/job.ts';
import type { JobRecord } from '../../domain/jobs/job-record.ts';
import { each } from '../each.ts';
import type { Clock } from '../ports/clock.ts';
import type { DueJobs } from '../ports/jobs/due-jobs.ts';
import type { JobRuns } from '../ports/jobs/jobs.ts';
import type { ReadQueue } from '../ports/jobs/read-queue.ts';
import type { ReadyJobs } from '../ports/jobs/ready-jobs.ts';

interface Deps {
  readonly dueJobs: DueJobs;
  readonly runs: Pick<JobRuns, 'fail'>;
  readonly readyJobs: Pick<ReadyJobs, 'release'>;
  readonly queue: Pick<ReadQueue, 'send'>;
  /** How many messages wait for a worker. */
  readonly waiting: () => Promise<number>;
  readonly now: Clock;
  /** Runs after which a job that kills its workers is given up. */
  readonly maxRuns: number;
}

const AT_ONCE = 100;
/** Time for a message sent anew to be taken up. */
export const NEXT_LOOK_MS = 5 * 60_000;
/**
 * A job that nothing waits before has been sent several times by then: its worker dies before it
 * begins.
 */
const NEVER_BEGUN_MS = 12 * 60_000;
/** A job that waited this long is not wanted any more. */
const LONGEST_WAIT_MS = 24 * 3600_000;

/**
 * Looks after jobs whose message was lost, or whose workers died without a word: they are queued
 * again, and given up with a refund when they had their chances. A job swept needlessly comes to no
 * harm, because only one run at a time holds it. Slots of results that nobody sends any more are
 * freed.
 * @throws AggregateError of what went wrong, after everything else was done
 */
export const makeSweepJobs =
  ({ dueJobs, runs, readyJobs, queue, waiting, now, maxRuns }: Deps) =>
  async (): Promise<{ requeued: number; given_up: number }> => {
    const swept = { requeued: 0, given_up: 0 };
    const time = now();
    const { found: due, unreadable } = await dueJobs.before(time, AT_ONCE);
    const ageMs = (job: JobRecord) => time.getTime() - Date.parse(job.queued_at);
    const overdue = (job: JobRecord) =>
      job.attempts === 0 && !isTerminal(job.status) && ageMs(job) > NEVER_BEGUN_MS;
    // Where many wait, a job may have to wait for longer.
    const nobodyWaits = due.some(overdue) && (await waiting()) === 0;
    const hopeless = (job: JobRecord) =>
      job.attempts >= maxRuns || ageMs(job) > LONGEST_WAIT_MS || (nobodyWaits && overdue(job));
    const sweep = async (job: JobRecord) => {
      const ref = { orgId: job.org_id, jobId: job.job_id };
      // Who sent its result has died.
      if (isTerminal(job.status)) await readyJobs.release(job);
      else if (hopeless(job)) {
        await runs.fail(
          { ...ref, ...(job.run === null ? {} : { run: job.run }) },
          { at: time, error: PROCESSING_FAILED },
        );
        swept.given_up += 1;
      } else {
        await dueJobs.postpone(job, new Date(time.getTime() + NEXT_LOOK_MS));
        await queue.send(ref);
        swept.requeued += 1;
      }
    };
    await each(due, sweep, 'jobs were not swept', unreadable);
    return swept;
  };
