import type { JobState } from '../../../domain/jobs/job.ts';

/** What was deleted of an organization, and what stays for the sweep. */
export interface DeletedRows {
  readonly rows: number;
  /** When the sweep clears what workers may have stored since, RFC 3339; null when none was at work. */
  readonly clearedAt: string | null;
}

/** All rows of one organization, wherever they are, for erasing it. */
export interface OrganizationRows {
  /** Ids of its videos: stored, pending, failed, or being erased. */
  videos(orgId: string): AsyncIterable<string>;
  jobs(orgId: string): AsyncIterable<{ readonly jobId: string; readonly status: JobState }>;
  /** Has no item of its batches wait any more: each video that goes would else look at all of them. */
  endWaiting(orgId: string): Promise<void>;
  /**
   * Deletes every row that names the organization. It reads the whole table: keys, sessions and
   * tokens are found by digests that nothing of the organization tells. Notes of erased videos
   * whose folders are cleared once more stay until then.
   */
  deleteRecords(orgId: string): Promise<DeletedRows>;
  /** Deletes its ledger entries, and its account last. @returns how many rows went */
  deleteLedger(orgId: string): Promise<number>;
}
