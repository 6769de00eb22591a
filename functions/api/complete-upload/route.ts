import { BegunByTicketQuery, UploadParams } from '../../../layers/domain/uploads/direct-upload.ts';
import {
  CompleteRequest,
  UploadPending,
  UploadResult,
} from '../../../layers/domain/uploads/upload.ts';
import { route } from '../../../layers/http/route.ts';

export const completeUploadRoute = route({
  name: 'complete-upload',
  method: 'POST',
  path: '/v1/uploads/{uploadId}/complete',
  summary: 'Make a video of what was sent into storage',
  description:
    'Answers as an upload through the service does. Calling it again, at the same time or after it broke off, gives the same answer. The body may be left out: the storage is then asked which parts arrived. The service reads the stored file once to digest it, since it did not see the bytes arrive. One of tens of gigabytes takes minutes: where the call cannot wait so long it answers 202, and the same call waits on.',
  scope: 'video:read',
  ticket: 'query',
  params: UploadParams,
  query: BegunByTicketQuery,
  body: CompleteRequest,
  replies: { 200: UploadResult, 202: UploadPending },
  errors: ['invalid_request', 'video_not_found', 'no_video_stream', 'rate_limited'],
  long: true,
  runtime: 'media',
});
