import type { JobRecord } from '../../domain/jobs/job-record.ts';
import type { VideoStore } from '../ports/videos/videos.ts';

/**
 * Whether what a job ended with may be shown: a result goes with its video, whose time may be over
 * before it is erased.
 */
export const isKept = async (
  videos: Pick<VideoStore, 'find'>,
  { status, org_id: orgId, video_id: videoId }: JobRecord,
): Promise<boolean> => status !== 'succeeded' || (await videos.find(orgId, videoId)) !== undefined;
