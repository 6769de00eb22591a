import type { JobRecord } from '../../domain/jobs/job-record.ts';
import { workFoldersOf } from '../../domain/videos/video-folder.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';

/** Whether others may have worked for a job: the run that sent it to them has ended, and another came. */
export const hasGoneElsewhere = ({ attempts }: Pick<JobRecord, 'attempts'>): boolean =>
  attempts > 1;

/**
 * Deletes what others decoded and heard for a job that ends. Those who still are at it learn by that
 * that nobody wants it any more.
 */
export async function clearWork(
  artifacts: Pick<ArtifactStore, 'deletePrefix'>,
  { org_id, video_id, job_id }: Pick<JobRecord, 'org_id' | 'video_id' | 'job_id'>,
): Promise<void> {
  for (const folder of workFoldersOf(org_id, video_id, job_id)) {
    await artifacts.deletePrefix(folder);
  }
}
