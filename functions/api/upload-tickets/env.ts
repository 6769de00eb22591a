import { z } from 'zod';
import { EgressEnv } from '../../compose/env/egress-env.ts';
import { TablesEnv } from '../../compose/env/tables-env.ts';

export const Env = TablesEnv.extend({
  TICKET_SECRET: z.string().min(32),
  ...EgressEnv.shape,
});
export type Env = z.infer<typeof Env>;
