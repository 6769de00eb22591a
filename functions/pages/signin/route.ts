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
  page('passkey-script', 'GET', '/signin/passkeys.js'),
  page('ask-passkey', 'POST', '/signin/passkey/ask'),
  page('signin-passkey', 'POST', '/signin/passkey'),
  page('ask-new-passkey', 'POST', '/signin/passkeys/ask'),
  page('add-passkey', 'POST', '/signin/passkeys'),
  page('remove-passkey', 'POST', '/signin/passkeys/remove'),
  page('to-provider', 'GET', '/signin/provider'),
  page('from-provider', 'GET', '/signin/provider/back'),
];

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
