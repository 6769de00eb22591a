import { z } from 'zod';
import { UploadResult } from '../../../layers/domain/uploads/upload.ts';
import { route } from '../../../layers/http/route.ts';

export const uploadsRoute = route({
  name: 'uploads',
  method: 'POST',
  path: '/v1/uploads',
  summary: 'Upload a file through the service',
  description: 'The same bytes are the same video, however often they are sent.',
  scope: 'video:read',
  upload: 'multipart/form-data',
  replies: { 200: UploadResult },
  errors: ['invalid_request', 'no_video_stream', 'rate_limited'],
  long: true,
  runtime: 'media',
});

export const Env = z.object({
  RECORDS_TABLE: z.string().min(1),
  LEDGER_TABLE: z.string().min(1),
  BUCKET: z.string().min(1),
  COPY_QUEUE_URL: z.string().min(1),
  WEBHOOK_QUEUE_URL: z.string().min(1),
  DECODE_NOW_FUNCTION: z.string().min(1),
});
export type Env = z.infer<typeof Env>;
