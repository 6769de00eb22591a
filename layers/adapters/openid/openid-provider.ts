import * as openid from 'openid-client';
import type { Departure, IdentityProvider } from '../../app/ports/identity/identity-provider.ts';

interface Options {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** As people know it. */
  readonly name: string;
}

const TIMEOUT_SECONDS = 10;

/** Refuses what the provider answered; anything else that fails is a fault to be seen. */
const isRefusal = (error: unknown): boolean =>
  error instanceof openid.ClientError ||
  error instanceof openid.AuthorizationResponseError ||
  error instanceof openid.ResponseBodyError;

/**
 * OpenID Connect with code, PKCE, state and nonce. What the provider says of itself is fetched
 * when the first person goes there, and again after a fetch that failed.
 */
export function openidProvider({
  issuer,
  clientId,
  clientSecret,
  name,
}: Options): IdentityProvider {
  let found: Promise<openid.Configuration> | undefined;
  const configuration = () => {
    found ??= openid
      .discovery(
        new URL(issuer),
        clientId,
        undefined,
        clientSecret === undefined ? openid.None() : openid.ClientSecretPost(clientSecret),
        {
          timeout: TIMEOUT_SECONDS,
          // A provider on this machine, where nothing is to be overheard.
          ...(isLoopback(issuer) && { execute: [openid.allowInsecureRequests] }),
        },
      )
      .catch((error) => {
        found = undefined;
        throw error;
      });
    return found;
  };
  return {
    name,
    async addressFor({ redirectUri, state, nonce, codeVerifier }) {
      const parameters = {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      };
      return openid.buildAuthorizationUrl(await configuration(), parameters).href;
    },
    async emailOf({ redirectUri, state, nonce, codeVerifier }: Departure, query) {
      const came = new URL(redirectUri);
      came.search = query.toString();
      try {
        const tokens = await openid.authorizationCodeGrant(await configuration(), came, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        const email: unknown = claims?.['email'];
        return claims?.['email_verified'] === true && typeof email === 'string' ? email : undefined;
      } catch (error) {
        if (isRefusal(error)) return undefined;
        throw error;
      }
    },
  };
}

const isLoopback = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
};
