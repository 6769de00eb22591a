import { z } from 'zod';

export const Env = z.object({
  RECORDS_TABLE: z.string().min(1),
  LEDGER_TABLE: z.string().min(1),
  /** Everything that the authorization server keeps to itself is derived from it. */
  OAUTH_SECRET: z.string().min(32),
  ALLOW_PRIVATE_SOURCES: z.string().optional(),
  EGRESS_PORTS: z.string().optional(),
});
export type Env = z.infer<typeof Env>;
