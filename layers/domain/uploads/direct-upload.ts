import { z } from 'zod';
import { nameField } from '../calls/source-request.ts';

export const TicketQuery = z.strictObject({
  ticket: z
    .string()
    .min(1)
    .optional()
    .describe('A ticket, in the place of a credential; it is used up here.'),
});
export type TicketQuery = z.infer<typeof TicketQuery>;

/** An id that names nothing is not found, whatever its shape; so the shape is not judged here. */
export const UploadParams = z.strictObject({ uploadId: nameField });
export type UploadParams = z.infer<typeof UploadParams>;

export const BegunByTicketQuery = z.strictObject({
  ticket: z
    .string()
    .min(1)
    .optional()
    .describe('The ticket by which the upload was begun, in the place of a credential.'),
});
export type BegunByTicketQuery = z.infer<typeof BegunByTicketQuery>;
