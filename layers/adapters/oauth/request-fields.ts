import type { OAuthRequest } from '../../domain/oauth/exchange.ts';

export type Fields = readonly [string, string][];

const TOKEN = '/oauth/token';

/** The fields of the form of a token request; undefined for any other request. */
export function tokenFields({ path, headers, body }: OAuthRequest): Fields | undefined {
  const { 'content-type': type = '' } = headers;
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type);
  if (path.split('?', 1)[0] !== TOKEN || !isForm || body === undefined) return undefined;
  return [...new URLSearchParams(body)];
}

/** The fields as they are written in a query and in a form. */
export const written = (fields: Fields): string => new URLSearchParams([...fields]).toString();
