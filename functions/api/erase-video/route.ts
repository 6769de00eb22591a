import { EraseVideoResult, VideoParams } from '../../../layers/domain/videos/erase-video.ts';
import { route } from '../../../layers/http/route.ts';

export const eraseVideoRoute = route({
  name: 'erase-video',
  method: 'DELETE',
  path: '/v1/videos/{videoId}',
  summary: 'Erase a video and all that was made from it',
  description:
    'The source, the sheets, the transcripts, its jobs and what was paid for it: nothing is left, and links stop working. Jobs under way are cancelled and refunded. The same bytes sent again are a new video, charged anew.',
  scope: 'video:read',
  params: VideoParams,
  replies: { 200: EraseVideoResult },
  errors: ['video_not_found'],
  // A video with thousands of sheets takes longer than a short answer may.
  long: true,
});
