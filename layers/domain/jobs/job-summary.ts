import { toCredits } from '../accounts/credits.ts';
import type { JobSummary, QueuedJob } from './job.ts';
import type { JobRecord } from './job-record.ts';

/** What is told of a job, without what it made. */
export const summaryOf = (job: JobRecord): JobSummary => ({
  ...questionIn(job.request),
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
  ...(job.status === 'running' && job.progress && { progress: job.progress }),
});

const questionIn = ({ question }: JobRecord['request']): Pick<JobSummary, 'question'> =>
  typeof question === 'string' ? { question } : {};

/** What is told of a job at once, in the place of its result. */
export const queuedOf = (job: JobRecord): QueuedJob => ({
  job_id: job.job_id as QueuedJob['job_id'],
  status: 'queued',
  queue: job.queue,
  queued_at: job.queued_at,
});
