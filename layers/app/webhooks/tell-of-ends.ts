import type { JobRecord } from '../../domain/jobs/job-record.ts';
import type { JobRuns } from '../ports/jobs/jobs.ts';
import type { ReadyJobs } from '../ports/jobs/ready-jobs.ts';
import type { WebhookQueue } from '../ports/webhooks/webhooks.ts';

/** Sends the message of a delivery that was written with a job's end. */
const makeTell =
  (queue: WebhookQueue) =>
  async (job: JobRecord | undefined): Promise<void> => {
    if (job?.webhook_url === undefined) return;
    // The delivery is stored: when its message cannot be sent, the sweep finds it.
    await queue.send({ orgId: job.org_id, jobId: job.job_id }, 0).catch(() => undefined);
  };

/** Runs whose ends are told of at once. */
export function tellingRuns(runs: JobRuns, queue: WebhookQueue): JobRuns {
  const tell = makeTell(queue);
  return {
    ...runs,
    async succeed(run, job, end) {
      await runs.succeed(run, job, end);
      await tell(job);
    },
    async fail(job, end) {
      const ended = await runs.fail(job, end);
      await tell(ended);
      return ended;
    },
  };
}

/** Ready jobs that are told of at once. */
export function tellingReadyJobs(readyJobs: ReadyJobs, queue: WebhookQueue): ReadyJobs {
  const tell = makeTell(queue);
  return {
    ...readyJobs,
    async store(...args) {
      const stored = await readyJobs.store(...args);
      if (typeof stored !== 'string') await tell(stored);
      return stored;
    },
  };
}
