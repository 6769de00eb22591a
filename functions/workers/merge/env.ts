import { z } from 'zod';
import { JobWorkerEnv } from '../../compose/env/job-worker-env.ts';

export const Env = JobWorkerEnv.extend({ MERGE_QUEUE_URL: z.string().min(1) });
export type Env = z.infer<typeof Env>;
