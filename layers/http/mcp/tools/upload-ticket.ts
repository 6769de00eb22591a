import { z } from 'zod';
import { UploadTicket, UploadTicketRequest } from '../../../domain/uploads/upload.ts';
import { tool } from '../tool.ts';

export const uploadTicketTool = tool({
  name: 'upload_ticket',
  title: 'Let somebody upload a file',
  description:
    'An address to which one file can be sent within 15 minutes without a credential: for files that are local, private or geo-blocked. The upload answers with an upload_id, which goes wherever a call takes `url`. Free.',
  scope: 'video:read',
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
  input: UploadTicketRequest,
  output: UploadTicket.extend({ command: z.string().describe('Sends a file from a shell.') }),
  async call({ who, calls, baseUrl }, request) {
    const ticket = calls.issueTicket(who, request, baseUrl);
    const command = `curl -F file=@FILE '${ticket.upload_url}'`;
    return { structured: { ...ticket, command } };
  },
});
