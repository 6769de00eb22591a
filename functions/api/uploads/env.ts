import { z } from 'zod';
import { UploadsEnv } from '../../compose/env/uploads-env.ts';

export const Env = UploadsEnv.extend({
  LEDGER_TABLE: z.string().min(1),
});
export type Env = z.infer<typeof Env>;
