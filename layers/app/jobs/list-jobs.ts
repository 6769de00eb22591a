import type { JobList } from '../../domain/jobs/job.ts';
import { summaryOf } from '../../domain/jobs/job-summary.ts';
import type { JobIntake } from '../ports/jobs/jobs.ts';
import { isKept, type KeptVideos } from './is-kept.ts';

interface Deps {
  readonly jobs: Pick<JobIntake, 'list'>;
  readonly videos: KeptVideos;
}

/** An organization's newest jobs, of all its videos or of one. */
export const makeListJobs =
  ({ jobs, videos }: Deps) =>
  async (
    orgId: string,
    { limit, video_id }: { limit: number; video_id?: string | undefined },
  ): Promise<JobList> => {
    const newest = await jobs.list(orgId, limit, video_id);
    const kept = await Promise.all(newest.map((job) => isKept(videos, job)));
    return { jobs: newest.filter((_, at) => kept[at]).map(summaryOf) };
  };
