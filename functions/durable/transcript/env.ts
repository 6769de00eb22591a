import { z } from 'zod';
import { TranscriberEnv } from '../../compose/env/transcriber-env.ts';

export const Env = TranscriberEnv.extend({
  RECORDS_TABLE: z.string().min(1),
  BUCKET: z.string().min(1),
  /** Signs what decoders are given, in the cloud. */
  UPLOAD_SIGNER_ROLE: z.string().min(1).optional(),
  MERGE_QUEUE_URL: z.string().min(1),
  RECOGNISE_QUEUE_URL: z.string().min(1),
  /** The function that decodes, with its version. */
  DECODE_FUNCTION: z.string().min(1),
  /** Seconds of speech that are recognised together. */
  SPEECH_WINDOW_SECONDS: z.coerce.number().positive().default(300),
});
export type Env = z.infer<typeof Env>;
