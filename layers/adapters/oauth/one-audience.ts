import type { OAuthAnswer, OAuthRequest } from '../../domain/oauth/exchange.ts';
import { isThisService } from '../../domain/oauth/resources.ts';
import { type Fields, tokenFields, written } from './request-fields.ts';

/**
 * Writes the one name of this service over each of its names: the library would take the same
 * resource under two names, one when a code is asked for and another when it is redeemed, for two
 * resources.
 */
export function withOneAudience(request: OAuthRequest, issuer: string): OAuthRequest {
  const { pathname: path, search } = new URL(request.path, issuer);
  if (path === '/oauth/authorize' && search !== '') {
    const fields = [...new URLSearchParams(search)];
    return { ...request, path: `${path}?${written(named(fields, issuer))}` };
  }
  const fields = tokenFields(request);
  return fields ? { ...request, body: written(named(fields, issuer)) } : request;
}

/**
 * The refusal of a token request that names another resource. The library would refuse it too,
 * but after it has used up the code or the refresh token, so that a client that made a mistake
 * could not mend it.
 * @returns undefined when the request names none or this service alone
 */
export function refusedAudience(request: OAuthRequest, issuer: string): OAuthAnswer | undefined {
  const isAnother = ([name, value]: Fields[number]) =>
    name === 'resource' && value !== '' && !isThisService(value, issuer);
  if (request.method !== 'POST' || !tokenFields(request)?.some(isAnother)) return undefined;
  const error = 'invalid_target';
  return {
    status: 400,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      // As the library has it: tokens may be asked for from any page, and no cookie counts.
      'access-control-allow-origin': '*',
    },
    body: JSON.stringify({ error, error_description: `the only resource is ${issuer}` }),
    error,
  };
}

function named(fields: Fields, issuer: string): Fields {
  const resources = new Set(
    fields.flatMap(([name, value]) => {
      if (name !== 'resource') return [];
      return [isThisService(value, issuer) ? issuer : value];
    }),
  );
  const others = fields.filter(([name]) => name !== 'resource');
  const own = [...resources].map((resource): [string, string] => ['resource', resource]);
  return [...others, ...own];
}
