import type { JobRecord } from '../../domain/jobs/job-record.ts';
import type { VideoStore } from '../ports/videos/videos.ts';

export type KeptVideos = Pick<VideoStore, 'find' | 'holds'>;

/**
 * Whether what a job ended with may be shown: a result goes with its video, whose time may be over
 * before it is erased. Only what was under way at that time, and ended later, is shown until then.
 */
export async function isKept(videos: KeptVideos, job: JobRecord): Promise<boolean> {
  const { status, org_id: orgId, video_id: videoId, video_version: version } = job;
  if (status !== 'succeeded' || (await videos.find(orgId, videoId))) return true;
  const endedAt = new Date(job.finished_at ?? job.queued_at);
  return (
    (await videos.holds(orgId, videoId, version)) &&
    (await videos.find(orgId, videoId, endedAt)) === undefined
  );
}
