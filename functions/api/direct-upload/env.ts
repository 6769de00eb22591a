import { z } from 'zod';
import { EgressEnv } from '../../compose/egress-env.ts';

export const Env = z.object({
  RECORDS_TABLE: z.string().min(1),
  LEDGER_TABLE: z.string().min(1),
  BUCKET: z.string().min(1),
  TICKET_SECRET: z.string().min(32),
  UPLOAD_SIGNER_ROLE: z.string().min(1).optional(),
  PUBLIC_STORE_URL: z.url().optional(),
  ...EgressEnv.shape,
});
export type Env = z.infer<typeof Env>;
