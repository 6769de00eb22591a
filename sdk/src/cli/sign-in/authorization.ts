import * as oauth from 'oauth4webapi';
import { VideoReaderError } from '../../errors.ts';
import type { SignIn } from './store.ts';

const SCOPE = 'video:read account:read';
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

export interface Authorization {
  readonly service: string;
  readonly as: oauth.AuthorizationServer;
}

/** Tokens travel in the clear to this machine alone. */
const requests = (service: string) => {
  const { protocol, hostname } = new URL(service);
  return { [oauth.allowInsecureRequests]: protocol === 'http:' && LOOPBACK.has(hostname) };
};

/** @throws VideoReaderError where nothing answers, or something else */
export async function discover(service: string): Promise<Authorization> {
  const issuer = new URL(service);
  if (issuer.protocol !== 'https:' && !LOOPBACK.has(issuer.hostname)) {
    const message = `${service} would be sent its tokens in the clear. Name it by https.`;
    throw new VideoReaderError('invalid_request', message);
  }
  const options = { algorithm: 'oauth2', ...requests(service) } as const;
  const answer = await oauth.discoveryRequest(issuer, options).catch((cause: unknown) => {
    const message = `${service} cannot be reached.`;
    throw new VideoReaderError('connection_failed', message, {}, { cause });
  });
  try {
    return { service, as: await oauth.processDiscoveryResponse(issuer, answer) };
  } catch (cause) {
    const message = `${service} is no service that can be signed in to.`;
    throw new VideoReaderError('unexpected_answer', message, {}, { cause });
  }
}

/** Registers this program, and makes the address at which a person allows it. */
export async function beginSignIn({ service, as }: Authorization, redirectUri: string) {
  const registered = await oauth.dynamicClientRegistrationRequest(
    as,
    {
      client_name: 'video-reader command line',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
    },
    requests(service),
  );
  const client = await oauth.processDynamicClientRegistrationResponse(registered);
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(as.authorization_endpoint ?? '');
  // It is handed to the system to be opened.
  if (!/^https?:$/.test(url.protocol)) {
    const message = `${service} names no page to sign in at.`;
    throw new VideoReaderError('unexpected_answer', message);
  }
  url.search = new URLSearchParams({
    client_id: client.client_id,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: SCOPE,
    resource: service,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  return {
    url: url.href,
    /** @param back the address that the browser came back to */
    async finish(back: URL): Promise<SignIn> {
      const parameters = answerIn(() => oauth.validateAuthResponse(as, client, back, state));
      const answer = await oauth.authorizationCodeGrantRequest(
        as,
        client,
        oauth.None(),
        parameters,
        redirectUri,
        verifier,
        requests(service),
      );
      return signInOf(
        client.client_id,
        await oauth.processAuthorizationCodeResponse(as, client, answer),
      );
    },
  };
}

/** @throws VideoReaderError where the person did not allow it */
function answerIn(validated: () => URLSearchParams): URLSearchParams {
  try {
    return validated();
  } catch (cause) {
    if (!(cause instanceof oauth.AuthorizationResponseError)) throw cause;
    const why = cause.error_description ?? cause.error;
    throw new VideoReaderError('unauthorized', `It was not allowed: ${why}.`, {}, { cause });
  }
}

/**
 * Undefined where the connection has ended: whoever it was has to sign in again.
 * @throws VideoReaderError where it goes on later, with the same tokens
 */
export async function refresh(
  { service, as }: Authorization,
  { client_id, refresh_token }: SignIn,
): Promise<SignIn | undefined> {
  const client = { client_id };
  try {
    const answer = await oauth.refreshTokenGrantRequest(
      as,
      client,
      oauth.None(),
      refresh_token,
      requests(service),
    );
    return signInOf(client_id, await oauth.processRefreshTokenResponse(as, client, answer));
  } catch (cause) {
    const said = cause instanceof oauth.ResponseBodyError ? cause : undefined;
    if (said?.error_description?.includes('suspended')) {
      const message = `Your organization at ${service} is suspended. Whoever runs the service knows why.`;
      throw new VideoReaderError('unauthorized', message, { reason: 'suspended' }, { cause });
    }
    if (said && ENDED.has(said.error)) return undefined;
    const message = `${service} does not renew the sign-in now. It is kept: try again later.`;
    throw new VideoReaderError('connection_failed', message, {}, { cause });
  }
}

/** The connection, or the program that made it, is gone; of other errors it is not known. */
const ENDED = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client']);

/** Ends a sign-in at the service, by its refresh token (RFC 7009). */
export async function revoke({ service, as }: Authorization, signIn: SignIn): Promise<void> {
  const client = { client_id: signIn.client_id };
  const answer = await oauth.revocationRequest(
    as,
    client,
    oauth.None(),
    signIn.refresh_token,
    requests(service),
  );
  await oauth.processRevocationResponse(answer);
}

const signInOf = (
  client_id: string,
  { access_token, refresh_token = '', expires_in = 0 }: oauth.TokenEndpointResponse,
): SignIn => ({
  client_id,
  access_token,
  refresh_token,
  expires_at: Date.now() + expires_in * 1000,
});
