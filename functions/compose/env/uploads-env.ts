import { z } from 'zod';

/** What making a video of a file that arrived needs to know. */
export const UploadsEnv = z.object({
  RECORDS_TABLE: z.string().min(1),
  BUCKET: z.string().min(1),
  COPY_QUEUE_URL: z.string().min(1),
  WEBHOOK_QUEUE_URL: z.string().min(1),
  DECODE_NOW_FUNCTION: z.string().min(1),
});
export type UploadsEnv = z.infer<typeof UploadsEnv>;
