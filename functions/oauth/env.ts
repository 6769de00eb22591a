import { z } from 'zod';
import { EgressEnv } from '../compose/egress-env.ts';

export const Env = z.object({
  RECORDS_TABLE: z.string().min(1),
  LEDGER_TABLE: z.string().min(1),
  /** Everything that the authorization server keeps to itself is derived from it. */
  OAUTH_SECRET: z.string().min(32),
  ...EgressEnv.shape,
});
export type Env = z.infer<typeof Env>;
