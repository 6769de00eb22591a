import { z } from 'zod';

export const Env = z.object({
  RECORDS_TABLE: z.string().min(1),
  BUCKET: z.string().min(1),
  /** Signs what decoders are given, in the cloud. */
  UPLOAD_SIGNER_ROLE: z.string().min(1).optional(),
  MERGE_QUEUE_URL: z.string().min(1),
  /** The function that decodes, with its version. */
  DECODE_FUNCTION: z.string().min(1),
  /** The same of the one that takes the sound out. */
  DECODE_SOUND_FUNCTION: z.string().min(1),
  /** Segments of one read that are decoded at the same time. */
  DECODES_AT_ONCE: z.coerce.number().int().min(1).default(64),
  /** Whether a worker that waits for segments costs nothing, as on one machine. */
  WAITING_IS_FREE: z.stringbool().default(false),
  /** The same of all reads of an organization. */
  ORGANIZATION_DECODES: z.coerce.number().int().min(1).default(128),
});
export type Env = z.infer<typeof Env>;
