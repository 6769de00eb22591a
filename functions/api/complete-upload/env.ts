import { z } from 'zod';
import { SyncWaitSeconds } from '../../../layers/http/sync-wait.ts';
import { UploadsEnv } from '../../compose/env/uploads-env.ts';

export const Env = UploadsEnv.extend({
  LEDGER_TABLE: z.string().min(1),
  TICKET_SECRET: z.string().min(32),
  INGEST_QUEUE_URL: z.string().min(1),
  SYNC_WAIT_SECONDS: SyncWaitSeconds,
});
export type Env = z.infer<typeof Env>;
