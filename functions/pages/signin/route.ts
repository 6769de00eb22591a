import { z } from 'zod';
import type { Endpoint } from '../../../layers/http/route.ts';

const page = (name: string, method: Endpoint['method'], path: string): Endpoint => ({
  name,
  folder: 'pages/signin',
  method,
  path,
});

/** Pages for people who sign in or out. */
export const signinPages: readonly Endpoint[] = [
  page('signin', 'GET', '/signin'),
  page('mail-code', 'POST', '/signin'),
  page('signin-link', 'GET', '/signin/code'),
  page('enter-code', 'POST', '/signin/code'),
  page('change-organization', 'POST', '/signin/organization'),
  page('signout', 'POST', '/signin/out'),
];

export const Env = z.object({
  RECORDS_TABLE: z.string().min(1),
  LEDGER_TABLE: z.string().min(1),
  MAIL_QUEUE_URL: z.string().min(1),
});
export type Env = z.infer<typeof Env>;
