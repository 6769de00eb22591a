import type { OAuthRequest } from '../../domain/oauth/exchange.ts';
import { written } from './request-fields.ts';

/** Parameters that an authorization is decided by, or refused for. */
const KNOWN = new Set([
  ...['client_id', 'redirect_uri', 'response_type', 'response_mode', 'scope', 'resource', 'state'],
  ...['code_challenge', 'code_challenge_method', 'prompt', 'request', 'request_uri'],
]);

/**
 * Leaves out of a request for an authorization what means nothing here, and what comes without a
 * value. OAuth ignores both (RFC 6749, 3.1); the library refuses `nonce`, `max_age` and others of
 * OpenID Connect, which clients send wherever they go.
 */
export function withKnownFields(request: OAuthRequest): OAuthRequest {
  const [path, query = ''] = request.path.split(/\?(.*)/s);
  if (path !== '/oauth/authorize') return request;
  const known = [...new URLSearchParams(query)].filter(
    ([name, value]) => KNOWN.has(name) && value !== '',
  );
  return { ...request, path: `${path}?${written(known)}` };
}
