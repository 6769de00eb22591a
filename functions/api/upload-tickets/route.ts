import { UploadTicket, UploadTicketRequest } from '../../../layers/domain/uploads/upload.ts';
import { route } from '../../../layers/http/route.ts';

export const uploadTicketsRoute = route({
  name: 'upload-tickets',
  method: 'POST',
  path: '/v1/uploads/tickets',
  summary: 'A ticket for somebody else’s upload',
  description:
    'Whoever holds the ticket uploads one file for your organization within 15 minutes, without a credential. A `webhook_url` is told when the video is there, so that nobody has to trust a browser’s word; the body may be left out.',
  scope: 'video:read',
  body: UploadTicketRequest,
  replies: { 200: UploadTicket },
  errors: ['invalid_request'],
});
