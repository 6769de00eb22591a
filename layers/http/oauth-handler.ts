import type { APIGatewayProxyResult } from 'aws-lambda';
import type { AuthorizationServer, OAuthAnswer } from '../domain/oauth/exchange.ts';
import { Log } from '../log/log.ts';
import type { ApiEvent } from './api-event.ts';
import { baseUrl } from './base-url.ts';
import { throughEdge } from './edge-challenge.ts';
import { PAGE_HEADERS } from './page.ts';
import { sourceAddress } from './source-address.ts';
import { noSuchPath, REFUSAL_HEADERS } from './unrouted.ts';

const log = new Log('oauth');

/**
 * Answers the paths of the authorization server. They are outside the table of routes, since
 * OAuth ignores parameters that it does not know (RFC 6749, 3.1). One line of log for each call:
 * no query, no body, no id.
 * @param serverAt makes the server of an address of this service
 */
export function oauthHandler(serverAt: (issuer: string) => AuthorizationServer) {
  // As many as the gateway has addresses, which callers cannot choose.
  const servers = new Map<string, AuthorizationServer>();
  const serverOf = (issuer: string): AuthorizationServer => {
    const server = servers.get(issuer) ?? serverAt(issuer);
    servers.set(issuer, server);
    return server;
  };
  return async (event: ApiEvent): Promise<APIGatewayProxyResult> => {
    const started = Date.now();
    const answer =
      (await serverOf(baseUrl(event))({
        method: event.httpMethod,
        path: `${event.path}${queryOf(event)}`,
        headers: headersOf(event),
        body: bodyOf(event),
        from: sourceAddress(event),
      })) ?? nothingAt(event.path);
    const line = {
      // What follows is the secret of one authorization.
      path: event.path.split('/').slice(0, 3).join('/'),
      method: event.httpMethod,
      status: answer.status,
      ...(answer.error === undefined ? {} : { error_code: answer.error }),
      ms: Date.now() - started,
      request_id: event.requestContext.requestId,
    };
    if (answer.status >= 500) log.defect({ ...line, error: answer.defect });
    else log.info('answered', line);
    return throughEdge(event, resultOf(answer, event.requestContext.requestId));
  };
}

/** A path that is none of OAuth's is answered as any other that there is not. */
function nothingAt(path: string): OAuthAnswer {
  const error = noSuchPath(path);
  return {
    status: 404,
    headers: REFUSAL_HEADERS,
    body: JSON.stringify({ error }),
    error: error.type,
  };
}

function queryOf({ multiValueQueryStringParameters: query }: ApiEvent): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

/** Cookies may come in several headers (RFC 9113, 8.2.3); of any other header the last counts. */
function headersOf({ headers, multiValueHeaders }: ApiEvent): Record<string, string> {
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name.toLowerCase(), value] as const],
  );
  const cookies = Object.entries(multiValueHeaders)
    .filter(([name]) => name.toLowerCase() === 'cookie')
    .flatMap(([, values]) => values ?? []);
  return {
    ...Object.fromEntries(sent),
    ...(cookies.length > 1 ? { cookie: cookies.join('; ') } : {}),
  };
}

const bodyOf = ({ body, isBase64Encoded }: ApiEvent): string | undefined =>
  body === null || body === undefined
    ? undefined
    : Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').toString('utf8');

const COMMON = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

function resultOf(
  { status, headers, body }: OAuthAnswer,
  requestId: string,
): APIGatewayProxyResult {
  const isPage = String(headers['content-type'] ?? '').startsWith('text/html');
  const { 'www-authenticate': challenge, ...others } = headers;
  const lists = Object.entries({ ...COMMON, ...others, ...(isPage ? PAGE_HEADERS : {}) }).filter(
    ([name]) => !/^(content-length|connection|date|transfer-encoding|keep-alive)$/.test(name),
  );
  return {
    statusCode: status,
    // Challenges may stand in one header (RFC 9110, 11.6.1).
    ...(challenge && { headers: { 'www-authenticate': [challenge].flat().join(', ') } }),
    multiValueHeaders: {
      ...Object.fromEntries(lists.map(([name, value]) => [name, [value].flat()])),
      'x-request-id': [requestId],
    },
    body,
  };
}
