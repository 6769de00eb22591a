import { z } from 'zod';

export const Env = z.object({
  RECORDS_TABLE: z.string().min(1),
  LEDGER_TABLE: z.string().min(1),
  BUCKET: z.string().min(1),
  WEBHOOK_QUEUE_URL: z.string().min(1),
});
export type Env = z.infer<typeof Env>;
