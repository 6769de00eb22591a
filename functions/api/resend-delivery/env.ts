import { z } from 'zod';
import { TablesEnv } from '../../compose/env/tables-env.ts';

export const Env = TablesEnv.extend({
  WEBHOOK_QUEUE_URL: z.string().min(1),
});
export type Env = z.infer<typeof Env>;
