import { z } from 'zod';
import { TablesEnv } from '../../compose/env/tables-env.ts';

export const Env = TablesEnv.extend({
  BUCKET: z.string().min(1),
  PUBLIC_STORE_URL: z.url().optional(),
});
export type Env = z.infer<typeof Env>;
