import { z } from 'zod';
import { UploadsEnv } from '../../compose/env/uploads-env.ts';

export const Env = UploadsEnv.extend({ INGEST_QUEUE_URL: z.string().min(1) });
export type Env = z.infer<typeof Env>;
