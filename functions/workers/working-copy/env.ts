import { z } from 'zod';

export const Env = z.object({
  RECORDS_TABLE: z.string().min(1),
  BUCKET: z.string().min(1),
  COPY_QUEUE_URL: z.string().min(1),
  DECODE_NOW_FUNCTION: z.string().min(1),
});
export type Env = z.infer<typeof Env>;
