import type { z } from 'zod';
import { JobWorkerEnv } from '../../compose/env/job-worker-env.ts';

export const Env = JobWorkerEnv;
export type Env = z.infer<typeof Env>;
