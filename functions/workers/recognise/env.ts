import { z } from 'zod';
import { TranscriberEnv } from '../../compose/env/transcriber-env.ts';

export const Env = TranscriberEnv.extend({
  BUCKET: z.string().min(1),
  RECOGNISE_QUEUE_URL: z.string().min(1),
});
export type Env = z.infer<typeof Env>;
