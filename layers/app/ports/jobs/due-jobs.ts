import type { JobRecord } from '../../../domain/jobs/job-record.ts';
import type { Due } from '../due.ts';

/** Jobs that have not ended by the time they should have been heard of. */
export interface DueJobs {
  before(time: Date, limit: number): Promise<Due<JobRecord>>;
  /** Those that need not be heard of until after a time; what cannot be read is left out. */
  after(time: Date, limit: number): Promise<readonly JobRecord[]>;
  /** Looks at a job again at a later time, unless it ended meanwhile. */
  postpone(job: JobRecord, until: Date): Promise<void>;
}
