/**
 * What browsers are told of calls from pages of other origins:
 * https://fetch.spec.whatwg.org/#http-cors-protocol Any page may call, since credentials travel in
 * a header that it must set itself; cookies are never sent along, as no answer allows credentials.
 */
export const ANY_ORIGIN = { 'access-control-allow-origin': '*' } as const;

/** What answers show to the script of a page. */
export const EXPOSED = {
  'access-control-expose-headers': 'allow, location, retry-after, www-authenticate, x-request-id',
} as const;

/** What a preflight is answered with, beside the methods of its path. */
export const PREFLIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, mcp-protocol-version, mcp-session-id',
  'access-control-max-age': '600',
} as const;
