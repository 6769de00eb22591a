import { z } from 'zod';
import { filenameField } from './upload.ts';

/** Seconds for which a ticket may be used. */
export const TICKET_SECONDS = 15 * 60;

/** What a ticket says, under its signature. */
export const TicketClaims = z.strictObject({
  /** What the ticket is for; nothing else that is signed with the same secret passes as one. */
  aud: z.literal('upload'),
  org: z.string().min(1),
  /** Seconds since 1970. */
  exp: z.int(),
  max_bytes: z.int().min(1),
  /** Tells this ticket from every other, so that it is used once. */
  nonce: z.string().min(1),
  /** Who is told what becomes of the upload. */
  webhook_url: z.string().optional(),
});
export type TicketClaims = z.infer<typeof TicketClaims>;

/**
 * A ticket that says nothing valid is refused as such, whatever its shape; so the shape is not
 * judged here.
 */
export const TicketParams = z.strictObject({ ticket: z.string().min(1) });
export type TicketParams = z.infer<typeof TicketParams>;

export const TicketUploadQuery = z.strictObject({
  filename: filenameField
    .optional()
    .describe('Name of the file, where the body is the bytes alone: gives the video its title.'),
});
export type TicketUploadQuery = z.infer<typeof TicketUploadQuery>;
