import type { JobRuns } from '../../layers/app/ports/jobs/jobs.ts';
import type { ReadyJobs } from '../../layers/app/ports/jobs/ready-jobs.ts';
import { NOTHING, totalOf } from '../../layers/domain/accounts/credits.ts';
import { logEnd } from '../../layers/queue/job-metric.ts';

/** Runs whose ends are counted in the log. */
export const countedRuns = (runs: JobRuns): JobRuns => ({
  ...runs,
  async succeed(run, job, end) {
    const ended = await runs.succeed(run, job, end);
    const [from, to] = end.paid?.window ?? [0, 0];
    logEnd(job, {
      at: end.at,
      status: 'succeeded',
      secondsRead: to - from,
      charged: totalOf(job.charges ?? []),
      refunded: totalOf(end.refunds),
    });
    return ended;
  },
  async fail(job, end) {
    const ended = await runs.fail(job, end);
    if (ended) {
      const charged = totalOf(ended.charges ?? []);
      const status = end.status ?? 'failed';
      logEnd(ended, { at: end.at, status, secondsRead: 0, charged, refunded: charged });
    }
    return ended;
  },
});

/** Jobs whose result was there before they began are counted as well; nothing is read for them. */
export const countedReadyJobs = (readyJobs: ReadyJobs): ReadyJobs => ({
  ...readyJobs,
  async store(job, ...more) {
    const stored = await readyJobs.store(job, ...more);
    if (typeof stored === 'object') {
      logEnd(stored, {
        at: new Date(stored.finished_at ?? stored.queued_at),
        status: 'succeeded',
        secondsRead: 0,
        charged: totalOf(stored.charges ?? []),
        refunded: NOTHING,
      });
    }
    return stored;
  },
});
