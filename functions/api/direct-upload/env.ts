import type { z } from 'zod';
import { DirectUploadsEnv } from '../../compose/env/direct-uploads-env.ts';
import { EgressEnv } from '../../compose/env/egress-env.ts';

export const Env = DirectUploadsEnv.extend(EgressEnv.shape);
export type Env = z.infer<typeof Env>;
