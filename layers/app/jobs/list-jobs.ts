import type { JobList } from '../../domain/jobs/job.ts';
import { summaryOf } from '../../domain/jobs/job-summary.ts';
import type { JobIntake } from '../ports/jobs/jobs.ts';

/** An organization's newest jobs, of all its videos or of one. */
export const makeListJobs =
  ({ jobs }: { jobs: Pick<JobIntake, 'list'> }) =>
  async (
    orgId: string,
    { limit, video_id }: { limit: number; video_id?: string | undefined },
  ): Promise<JobList> => ({
    jobs: (await jobs.list(orgId, limit, video_id)).map(summaryOf),
  });
