import type { JobList } from '../../domain/jobs/job.ts';
import type { JobIntake } from '../ports/jobs/jobs.ts';
import { summaryOf } from './get-job.ts';

/** An organization's newest jobs. */
export const makeListJobs =
  ({ jobs }: { jobs: Pick<JobIntake, 'list'> }) =>
  async (orgId: string, limit: number): Promise<JobList> => ({
    jobs: (await jobs.list(orgId, limit)).map(summaryOf),
  });
