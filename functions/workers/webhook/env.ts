import { z } from 'zod';
import { EgressEnv } from '../../compose/env/egress-env.ts';

export const Env = z.object({
  RECORDS_TABLE: z.string().min(1),
  WEBHOOK_QUEUE_URL: z.string().min(1),
  ...EgressEnv.shape,
});
export type Env = z.infer<typeof Env>;
