import { SMALL_IN_THE_CLOUD } from '../../../layers/domain/uploads/cloud-body.ts';
import { TicketParams, TicketUploadQuery } from '../../../layers/domain/uploads/ticket.ts';
import { UploadResult } from '../../../layers/domain/uploads/upload.ts';
import { route } from '../../../layers/http/route.ts';

export const ticketUploadRoute = route({
  name: 'ticket-upload',
  method: 'POST',
  path: '/v1/uploads/t/{ticket}',
  summary: 'Upload a file by ticket',
  description: `The ticket is the authorization, and is used up by the first file that is kept: after one that was refused, it takes another until it expires. The body is a form with a part \`file\`, or the bytes of the file themselves. ${SMALL_IN_THE_CLOUD}`,
  scope: 'video:read',
  ticket: 'path',
  params: TicketParams,
  query: TicketUploadQuery,
  upload: '*/*',
  replies: { 200: UploadResult },
  errors: ['invalid_request', 'no_video_stream', 'rate_limited'],
  long: true,
  runtime: 'media',
});
