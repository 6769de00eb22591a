import { VideoList, VideoListQuery } from '../../../layers/domain/videos/video-list.ts';
import { route } from '../../../layers/http/route.ts';

export const listVideosRoute = route({
  name: 'list-videos',
  method: 'GET',
  path: '/v1/videos',
  summary: 'Videos, and what was read of them',
  description:
    'Newest first. A video is erased at its `expires_at`, or by DELETE /v1/videos/{videoId}.',
  scope: 'video:read',
  query: VideoListQuery,
  replies: { 200: VideoList },
  errors: ['invalid_request'],
});
