import { toCredits } from '../../domain/credits.ts';
import type { QueuedJob } from '../../domain/job.ts';
import type { JobRecord } from '../../domain/job-record.ts';
import { notFound } from '../not-found.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';

/** @throws DomainError video_not_found when the video was erased since */
export async function storedResult(
  artifacts: Pick<ArtifactStore, 'get'>,
  { result_key }: JobRecord,
): Promise<unknown> {
  const bytes = result_key === null ? undefined : await artifacts.get(result_key);
  if (!bytes) throw notFound('job');
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** What a result tells of the job that made it. */
export const endOf = (job: JobRecord) => ({
  job_id: job.job_id as QueuedJob['job_id'],
  status: 'succeeded' as const,
  credits_charged: job.credits_charged === null ? null : toCredits(job.credits_charged),
  cache_hit: job.cache_hit,
});
