import { z } from 'zod';
import { TablesEnv } from '../../compose/env/tables-env.ts';

export const Env = TablesEnv.extend({
  MAIL_QUEUE_URL: z.string().min(1),
  /** An outside OpenID provider that people may sign in with; without it there is none. */
  OPENID_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OPENID_CLIENT_ID: z.string().min(1).optional(),
  /** Without it the service is a public client there. */
  OPENID_CLIENT_SECRET: z.string().min(1).optional(),
  /** As people know it. */
  OPENID_NAME: z.string().min(1).default('your organization'),
});
export type Env = z.infer<typeof Env>;
