import { SMALL_IN_THE_CLOUD } from '../../../layers/domain/uploads/cloud-body.ts';
import { UploadResult } from '../../../layers/domain/uploads/upload.ts';
import { route } from '../../../layers/http/route.ts';

export const uploadsRoute = route({
  name: 'uploads',
  method: 'POST',
  path: '/v1/uploads',
  summary: 'Upload a file through the service',
  description: `The same bytes are the same video, however often they are sent: a repeat is safe, and takes no idempotency key. ${SMALL_IN_THE_CLOUD}`,
  scope: 'video:read',
  upload: 'multipart/form-data',
  replies: { 200: UploadResult },
  errors: ['invalid_request', 'no_video_stream', 'rate_limited'],
  long: true,
  runtime: 'media',
});
