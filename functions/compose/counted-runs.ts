import type { JobRuns } from '../../layers/app/ports/jobs/jobs.ts';
import type { Hundredths } from '../../layers/domain/accounts/credits.ts';
import { logEnd } from '../../layers/queue/job-metric.ts';

const sum = (parts: readonly { readonly amount: Hundredths }[]): Hundredths =>
  parts.reduce((total, { amount }) => total + amount, 0) as Hundredths;

/** Runs whose ends are counted in the log. */
export const countedRuns = (runs: JobRuns): JobRuns => ({
  ...runs,
  async succeed(run, job, end) {
    await runs.succeed(run, job, end);
    const [from, to] = end.paid?.window ?? [0, 0];
    logEnd(job, {
      at: end.at,
      status: 'succeeded',
      secondsRead: to - from,
      charged: sum(job.charges ?? []),
      refunded: sum(end.refunds),
    });
  },
  async fail(job, end) {
    const ended = await runs.fail(job, end);
    if (ended) {
      const charged = sum(ended.charges ?? []);
      const status = end.status ?? 'failed';
      logEnd(ended, { at: end.at, status, secondsRead: 0, charged, refunded: charged });
    }
    return ended;
  },
});
