import { BegunByTicketQuery, UploadParams } from '../../../layers/domain/uploads/direct-upload.ts';
import { FreshAddresses, FreshAddressesRequest } from '../../../layers/domain/uploads/upload.ts';
import { route } from '../../../layers/http/route.ts';

export const uploadAddressesRoute = route({
  name: 'upload-addresses',
  method: 'POST',
  path: '/v1/uploads/direct/{uploadId}/parts',
  summary: 'Fresh addresses for an upload that is under way',
  description:
    'For an upload whose addresses have expired or were lost: names the parts, or leaves them out and gets those that are missing. Each call keeps what has arrived for another day, up to seven days from the beginning of the upload. When nothing is missing the answer is 400 with reason `all_bytes_arrived`: complete the upload.',
  scope: 'video:read',
  ticket: 'query',
  params: UploadParams,
  query: BegunByTicketQuery,
  body: FreshAddressesRequest,
  replies: { 200: FreshAddresses },
  errors: ['invalid_request', 'video_not_found', 'no_video_stream', 'rate_limited'],
});
