import { type Hundredths, toCredits } from '../domain/accounts/credits.ts';
import type { JobRecord } from '../domain/jobs/job-record.ts';
import { Log } from '../log/log.ts';
import { metric } from '../log/metric.ts';

const log = new Log('worker');

interface Ended {
  readonly at: Date;
  readonly status: 'succeeded' | 'failed' | 'cancelled';
  /** Of the video, as far as it was read and paid. */
  readonly secondsRead: number;
  readonly charged: Hundredths;
  readonly refunded: Hundredths;
}

type Named = Pick<JobRecord, 'org_id' | 'job_id' | 'operation' | 'queued_at'>;

/** What the end of a job adds up to: over all jobs, and for each way in which they end. */
export const jobMetric = ({ queued_at }: Pick<JobRecord, 'queued_at'>, ended: Ended) =>
  metric(
    { ended: ended.status },
    {
      Jobs: 1,
      JobSeconds: (ended.at.getTime() - Date.parse(queued_at)) / 1000,
      SecondsRead: ended.secondsRead,
      CreditsCharged: toCredits(ended.charged),
      CreditsRefunded: toCredits(ended.refunded),
    },
    ended.at,
  );

/** Writes the metric of a job that ended to the log. */
export const logEnd = (job: Named, ended: Ended): void => {
  const { org_id, job_id, operation } = job;
  log.info('ended', { org_id, job_id, operation, ...jobMetric(job, ended) });
};
