import { z } from 'zod';
import type { Endpoint } from '../../../layers/http/route.ts';

const under = (path: string): Endpoint => ({
  name: 'signin',
  folder: 'pages/signin',
  method: 'ANY',
  path,
});

/**
 * Pages for people who sign in or out, hand out access or take it back. Its function knows which
 * there are under these paths.
 */
export const signinPages: readonly Endpoint[] = [under('/signin'), under('/signin/{path+}')];

export const Env = z.object({
  RECORDS_TABLE: z.string().min(1),
  LEDGER_TABLE: z.string().min(1),
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
