import { z } from 'zod';
import { EgressEnv } from './egress-env.ts';
import { TranscriberEnv } from './transcriber-env.ts';

/** What every call that becomes a job needs to know. */
export const ReadingEnv = z.object({
  RECORDS_TABLE: z.string().min(1),
  LEDGER_TABLE: z.string().min(1),
  BUCKET: z.string().min(1),
  READ_QUEUE_URL: z.string().min(1),
  WEBHOOK_QUEUE_URL: z.string().min(1),
  /** Below the five minutes for which the gateway keeps a silent answer open. */
  SYNC_WAIT_SECONDS: z.coerce.number().min(0).default(280),
  ...EgressEnv.shape,
  ...TranscriberEnv.shape,
});
export type ReadingEnv = z.infer<typeof ReadingEnv>;
