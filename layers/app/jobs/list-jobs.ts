import type { JobList, JobListQuery } from '../../domain/jobs/job.ts';
import { summaryOf } from '../../domain/jobs/job-summary.ts';
import type { JobIntake } from '../ports/jobs/jobs.ts';
import { isKept, type KeptVideos } from './is-kept.ts';

interface Deps {
  readonly jobs: Pick<JobIntake, 'list'>;
  readonly videos: KeptVideos;
  /** Is told of jobs that cannot be read, of another release or damaged: they are left out. */
  readonly passOver: (unreadable: Error) => void;
}

/** An organization's newest jobs, of all its videos or of one. */
export const makeListJobs =
  ({ jobs, videos, passOver }: Deps) =>
  async (orgId: string, { limit, next, video_id }: JobListQuery): Promise<JobList> => {
    const of = { videoId: video_id, before: next, passOver };
    const newest = await jobs.list(orgId, limit + 1, of);
    const page = newest.slice(0, limit);
    const kept = await Promise.all(page.map((job) => isKept(videos, job)));
    return {
      jobs: page.filter((_, at) => kept[at]).map(summaryOf),
      next: newest.length > limit ? (page.at(-1)?.job_id ?? null) : null,
    };
  };
