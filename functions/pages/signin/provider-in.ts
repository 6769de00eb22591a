import { openidProvider } from '../../../layers/adapters/openid/openid-provider.ts';
import type { IdentityProvider } from '../../../layers/app/ports/identity/identity-provider.ts';
import type { Env } from './route.ts';

/** The outside provider that the environment names, if it names one. */
export function providerIn(env: Env): IdentityProvider | undefined {
  const { OPENID_ISSUER: issuer, OPENID_CLIENT_ID: clientId } = env;
  if (issuer === undefined || clientId === undefined) return undefined;
  const { OPENID_CLIENT_SECRET: clientSecret, OPENID_NAME: name } = env;
  return openidProvider({ issuer, clientId, clientSecret, name });
}
