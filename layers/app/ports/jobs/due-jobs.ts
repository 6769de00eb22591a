import type { JobRecord } from '../../../domain/jobs/job-record.ts';

/** Jobs that have not ended by the time they should have been heard of. */
export interface DueJobs {
  /** The longest overdue first. */
  before(time: Date, limit: number): Promise<JobRecord[]>;
  /** Looks at a job again at a later time, unless it ended meanwhile. */
  postpone(job: JobRecord, until: Date): Promise<void>;
}
