import { z } from 'zod';
import { SyncWaitSeconds } from '../../../layers/http/sync-wait.ts';
import { EgressEnv } from './egress-env.ts';
import { TablesEnv } from './tables-env.ts';
import { TextReaderEnv } from './text-reader-env.ts';
import { TranscriberEnv } from './transcriber-env.ts';

/** What every call that becomes a job needs to know. */
export const ReadingEnv = TablesEnv.extend({
  BUCKET: z.string().min(1),
  READ_QUEUE_URL: z.string().min(1),
  MERGE_QUEUE_URL: z.string().min(1),
  WEBHOOK_QUEUE_URL: z.string().min(1),
  SYNC_WAIT_SECONDS: SyncWaitSeconds,
  /** Core-seconds of work that one segment of a long read is to take. */
  SEGMENT_SECONDS: z.coerce.number().positive().default(60),
  PUBLIC_STORE_URL: z.url().optional(),
  ...EgressEnv.shape,
  ...TranscriberEnv.shape,
  ...TextReaderEnv.shape,
});
export type ReadingEnv = z.infer<typeof ReadingEnv>;
