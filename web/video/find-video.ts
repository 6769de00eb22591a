import { bodyOf } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { newestJobs } from '../api/results.ts';
import type { JobSummary, ListedVideo } from '../api/types.ts';
import { api } from '../app/api.ts';

/** @throws Problem why the organization does not have the video: also what its fetch failed with */
export async function findVideo(video_id: string): Promise<ListedVideo> {
  const { videos } = await bodyOf(api.GET('/v1/videos', { params: { query: { video_id } } }));
  const [found] = videos;
  if (found) return found as ListedVideo;
  const [newest] = await newestJobs(api, 1, { video_id });
  const isFinal = newest?.status !== 'queued' && newest?.status !== 'running';
  const error = newest?.error ?? { type: 'video_not_found', message: whyMissing(newest) };
  throw new Problem(error, { isFinal });
}

/** Why a video is not here of which no job failed. */
function whyMissing(newest: JobSummary | undefined): string {
  switch (newest?.status) {
    case 'queued':
    case 'running':
      return 'This video is not here yet: it is still being fetched from its link.';
    case 'cancelled':
      return 'This video was not fetched from its link: the job was cancelled.';
    default:
      return 'There is no such video here. It was erased, or the plan keeps it no longer: to look at it again, upload it anew.';
  }
}
