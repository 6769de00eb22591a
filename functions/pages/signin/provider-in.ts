import { openidProvider } from '../../../layers/adapters/openid/openid-provider.ts';
import type { IdentityProvider } from '../../../layers/app/ports/identity/identity-provider.ts';
import { newestSecretIn } from '../../compose/secrets.ts';
import type { Env } from './env.ts';

/** The outside provider that the environment names, if it names one. */
export async function providerIn(env: Env): Promise<IdentityProvider | undefined> {
  const { OPENID_ISSUER: issuer, OPENID_CLIENT_ID: clientId } = env;
  if (issuer === undefined || clientId === undefined) return undefined;
  const { OPENID_CLIENT_SECRET: secret, OPENID_NAME: name } = env;
  // The provider knows one secret at a time, or both for a while: the newest is sent at once.
  const clientSecret = secret === undefined ? undefined : await newestSecretIn(secret);
  return openidProvider({ issuer, clientId, clientSecret, name });
}
