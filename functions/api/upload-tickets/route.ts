import { z } from 'zod';
import { UploadTicket } from '../../../layers/domain/uploads/upload.ts';
import { route } from '../../../layers/http/route.ts';

export const uploadTicketsRoute = route({
  name: 'upload-tickets',
  method: 'POST',
  path: '/v1/uploads/tickets',
  summary: 'A ticket for somebody else’s upload',
  description:
    'Whoever holds the ticket uploads one file for your organization within 15 minutes, without a credential.',
  scope: 'video:read',
  replies: { 200: UploadTicket },
  errors: [],
});

export const Env = z.object({
  RECORDS_TABLE: z.string().min(1),
  LEDGER_TABLE: z.string().min(1),
  TICKET_SECRET: z.string().min(32),
});
export type Env = z.infer<typeof Env>;
