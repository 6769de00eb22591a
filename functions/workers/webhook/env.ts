import { z } from 'zod';

export const Env = z.object({
  RECORDS_TABLE: z.string().min(1),
  WEBHOOK_QUEUE_URL: z.string().min(1),
  ALLOW_PRIVATE_SOURCES: z.string().optional(),
  EGRESS_PORTS: z.string().optional(),
});
export type Env = z.infer<typeof Env>;
