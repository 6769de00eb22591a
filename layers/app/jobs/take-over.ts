import { each } from '../each.ts';
import type { Clock } from '../ports/clock.ts';
import type { DueJobs } from '../ports/jobs/due-jobs.ts';
import type { JobRuns } from '../ports/jobs/jobs.ts';
import type { Deliveries } from '../ports/webhooks/webhooks.ts';
import { ATTEMPT_MS } from '../webhooks/deliver-webhook.ts';
import { LONGEST_LEASE_MS } from './hold-elsewhere.ts';
import { LEASE_SECONDS } from './run-job.ts';

interface Deps {
  readonly dueJobs: Pick<DueJobs, 'before' | 'after'>;
  readonly runs: Pick<JobRuns, 'extend'>;
  readonly deliveries: Pick<Deliveries, 'endTries'>;
  readonly now: Clock;
}

/** More than one process has in hand. */
const AT_ONCE = 500;

/**
 * Ends the leases of workers that have died, so that the next sweep finds what they had in hand. For
 * whoever knows that none of them is alive, before any other begins. Jobs that others work for have
 * longer leases, and keep them. A lease that is longer than any was given by a clock that was put back
 * since, and would hold its job for as long as that.
 * @throws AggregateError of what went wrong, after everything else was done
 */
export const makeTakeOver =
  ({ dueJobs, runs, deliveries, now }: Deps) =>
  async (): Promise<void> => {
    const time = now();
    const inMs = (ms: number) => new Date(time.getTime() + ms);
    await deliveries.endTries(time, inMs(ATTEMPT_MS), AT_ONCE);
    const { found: leased, unreadable } = await dueJobs.before(inMs(LEASE_SECONDS * 1000), AT_ONCE);
    const beyond = await dueJobs.after(inMs(LONGEST_LEASE_MS), AT_ONCE);
    await each(
      [...leased, ...beyond],
      async ({ org_id: orgId, job_id: jobId, run, status }) => {
        if (status === 'running' && run !== null) await runs.extend({ orgId, jobId, run }, time);
      },
      'leases were not ended',
      unreadable,
    );
  };
