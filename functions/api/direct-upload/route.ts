import { TicketQuery } from '../../../layers/domain/uploads/direct-upload.ts';
import { DirectUploadRequest, DirectUploadTarget } from '../../../layers/domain/uploads/upload.ts';
import { route } from '../../../layers/http/route.ts';

export const directUploadRoute = route({
  name: 'direct-upload',
  method: 'POST',
  path: '/v1/uploads/direct',
  summary: 'An address that takes a file straight into storage',
  description:
    'Send the bytes to the address, or to one for each part when they are more than 100 MB, with exactly the headers that are named: length and type are part of the signature, and the storage refuses any other. A Content-MD5 header may be added: bytes that change on their way are then refused too. Then POST to `complete_url`. What has arrived is kept for a day after the last of it came, and for seven days at most. No idempotency key is taken: of a call that is sent again the first address is left unused, and the same bytes are the same video.',
  scope: 'video:read',
  ticket: 'query',
  query: TicketQuery,
  body: DirectUploadRequest,
  replies: { 200: DirectUploadTarget },
  errors: ['invalid_request', 'no_video_stream', 'rate_limited'],
});
