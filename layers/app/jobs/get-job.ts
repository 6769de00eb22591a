import { toCredits } from '../../domain/accounts/credits.ts';
import type { Job, JobSummary, QueuedJob } from '../../domain/jobs/job.ts';
import type { JobRecord } from '../../domain/jobs/job-record.ts';
import { JsonStream } from '../../domain/json-stream.ts';
import { notFound } from '../not-found.ts';
import type { JobIntake } from '../ports/jobs/jobs.ts';
import type { makeReadResult } from './read-result.ts';

/** What is told of a job, without what it made. */
export const summaryOf = (job: JobRecord): JobSummary => ({
  job_id: job.job_id as JobSummary['job_id'],
  status: job.status,
  operation: job.operation,
  video_id: job.video_id as JobSummary['video_id'],
  detail: job.detail,
  queue: job.queue,
  credits_charged: job.credits_charged === null ? null : toCredits(job.credits_charged),
  cache_hit: job.cache_hit,
  queued_at: job.queued_at,
  started_at: job.started_at,
  finished_at: job.finished_at,
  error: job.error,
});

export const queuedOf = (job: JobRecord): QueuedJob => ({
  job_id: job.job_id as QueuedJob['job_id'],
  status: 'queued',
  queue: job.queue,
  queued_at: job.queued_at,
});

interface Deps {
  readonly jobs: Pick<JobIntake, 'find'>;
  readonly readResult: ReturnType<typeof makeReadResult>;
}

/**
 * @throws DomainError video_not_found for a job that the organization does not have, or whose
 * result is gone
 */
export const makeGetJob =
  ({ jobs, readResult }: Deps) =>
  async (orgId: string, jobId: string): Promise<Job | JsonStream<Job>> => {
    const job = await jobs.find(orgId, jobId);
    if (!job) throw notFound('job');
    if (job.status === 'running' && job.progress) {
      return { ...summaryOf(job), progress: job.progress };
    }
    if (job.status !== 'succeeded') return summaryOf(job);
    const result = await readResult(job);
    if (!(result instanceof JsonStream)) return { ...summaryOf(job), result };
    return new JsonStream(withResult(summaryOf(job), result.chunks));
  };

async function* withResult(summary: JobSummary, result: JsonStream<unknown>['chunks']) {
  yield `${JSON.stringify(summary).slice(0, -1)},"result":`;
  yield* result;
  yield '}';
}
