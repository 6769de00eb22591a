import { z } from 'zod';
import { CLOUD_BODY } from '../../../domain/uploads/cloud-body.ts';
import { UploadTicket, UploadTicketRequest } from '../../../domain/uploads/upload.ts';
import { tool } from '../tool.ts';

export const uploadTicketTool = tool({
  name: 'upload_ticket',
  title: 'Let somebody upload a file',
  description:
    'Addresses to which one file can be sent within 15 minutes without a credential: for files that are local, private or geo-blocked. A person opens `page` and drops the file there; a program runs `command`. The upload answers with an upload_id, which goes wherever a call takes `url`. Free.',
  scope: 'video:read',
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
  input: UploadTicketRequest,
  output: UploadTicket.extend({
    page: z.url().describe('Sends a file from a browser, however large the plan lets it be.'),
    command: z
      .string()
      .describe(
        `Sends a file from a shell. Where the service runs in the cloud, it takes up to ${CLOUD_BODY}; use \`page\` or \`direct_url\` for more.`,
      ),
  }),
  async call({ who, calls, baseUrl }, request) {
    const ticket = calls.issueTicket(who, request, baseUrl);
    const command = `curl -F file=@FILE '${ticket.upload_url}'`;
    return { structured: { ...ticket, page: `${baseUrl}/u/${ticket.ticket}`, command } };
  },
});
