import { z } from 'zod';
import { LinkEnv } from './link-env.ts';
import { QuestionEnv } from './question-env.ts';

/** What running a job needs to know. */
export const JobWorkerEnv = QuestionEnv.extend({
  COPY_QUEUE_URL: z.string().min(1),
  /** The durable function that has long reads decoded, with its version or alias. */
  LONG_READ_FUNCTION: z.string().min(1),
  /** The durable function that has long windows listened to, likewise. */
  TRANSCRIPT_FUNCTION: z.string().min(1),
  /** Seconds of the longest window that a worker listens to itself. */
  LISTEN_SECONDS: z.coerce.number().positive().default(600),
  /** The function without rights that decodes while a call waits, with its alias. */
  DECODE_NOW_FUNCTION: z.string().min(1),
  ...LinkEnv.shape,
});
export type JobWorkerEnv = z.infer<typeof JobWorkerEnv>;
