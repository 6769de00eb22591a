import type { Job, JobSummary } from '../../domain/jobs/job.ts';
import { summaryOf } from '../../domain/jobs/job-summary.ts';
import { JsonStream } from '../../domain/json-stream.ts';
import type { makeReadPartial } from '../frames/partial-sheets.ts';
import { notFound } from '../not-found.ts';
import type { JobIntake } from '../ports/jobs/jobs.ts';
import { isKept, type KeptVideos } from './is-kept.ts';
import type { makeReadResult } from './read-result.ts';

interface Deps {
  readonly jobs: Pick<JobIntake, 'find'>;
  readonly videos: KeptVideos;
  readonly readResult: ReturnType<typeof makeReadResult>;
  readonly readPartial: ReturnType<typeof makeReadPartial>;
}

/**
 * @throws DomainError video_not_found for a job that the organization does not have, or whose
 * result is gone
 */
export const makeGetJob =
  ({ jobs, videos, readResult, readPartial }: Deps) =>
  async (orgId: string, jobId: string): Promise<Job | JsonStream<Job>> => {
    const job = await jobs.find(orgId, jobId);
    if (!job || !(await isKept(videos, job))) throw notFound('job');
    if (job.status === 'running') {
      const partial = await readPartial(job);
      return { ...summaryOf(job), ...(partial && { result: partial }) };
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
