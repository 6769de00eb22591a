import { askedScopes } from '../../domain/oauth/asked-scopes.ts';
import type { OAuthRequest } from '../../domain/oauth/exchange.ts';
import { tokenFields, written } from './request-fields.ts';

/**
 * Leaves out of a token request the scopes that there are not here, as is done when a person is
 * asked: a client that asked for `video:read offline_access` asks for the same when it refreshes.
 * A request for nothing else stays as it is, and is refused by the library.
 */
export function withKnownScopes(request: OAuthRequest): OAuthRequest {
  const fields = tokenFields(request);
  if (!fields?.some(([name]) => name === 'scope')) return request;
  const known = fields.map(([name, value]): [string, string] => {
    const scopes = name === 'scope' && value !== '' ? askedScopes(value) : undefined;
    return [name, scopes?.join(' ') ?? value];
  });
  return { ...request, body: written(known) };
}
