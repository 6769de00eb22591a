import type { OAuthRequest } from '../../domain/oauth/exchange.ts';
import { isThisService } from '../../domain/oauth/resources.ts';

/**
 * Writes the one name of this service over each of its names: the library would take the same
 * resource under two names, one when a code is asked for and another when it is redeemed, for two
 * resources.
 */
export function withOneAudience(request: OAuthRequest, issuer: string): OAuthRequest {
  const { pathname: path, search } = new URL(request.path, issuer);
  if (path === '/oauth/authorize' && search !== '') {
    return { ...request, path: `${path}?${named(search, issuer)}` };
  }
  const { 'content-type': type = '' } = request.headers;
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type);
  if (path === '/oauth/token' && isForm && request.body !== undefined) {
    return { ...request, body: named(request.body, issuer) };
  }
  return request;
}

function named(fields: string, issuer: string): string {
  const all = [...new URLSearchParams(fields)];
  const resources = new Set(
    all.flatMap(([name, value]) => {
      if (name !== 'resource') return [];
      return [isThisService(value, issuer) ? issuer : value];
    }),
  );
  const others = all.filter(([name]) => name !== 'resource');
  const own = [...resources].map((resource): [string, string] => ['resource', resource]);
  return new URLSearchParams([...others, ...own]).toString();
}
