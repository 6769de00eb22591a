import { bodyOf } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import type { ListedVideo } from '../api/types.ts';
import { api } from '../app/api.ts';

/** @throws Problem for a video that the organization does not have */
export async function findVideo(video_id: string): Promise<ListedVideo> {
  const { videos } = await bodyOf(api.GET('/v1/videos', { params: { query: { video_id } } }));
  const [found] = videos;
  if (found) return found as ListedVideo;
  throw new Problem({
    type: 'video_not_found',
    message: 'There is no such video here. It may have been erased.',
  });
}
