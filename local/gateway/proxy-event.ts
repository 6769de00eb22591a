import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../../layers/http/route.ts';

/**
 * A REST API proxy event; on one machine an upload's body comes as a stream instead of in memory.
 */
export interface LocalProxyEvent extends APIGatewayProxyEvent {
  readonly bodyStream?: Readable;
}

/** A body that was read into memory, or the stream of an upload. */
export type EventBody =
  | { readonly text: string; readonly isBase64Encoded: boolean }
  | { readonly stream: Readable }
  | undefined;

/** What is known of a request beside what it says. */
interface Arrived {
  /** Of its path. */
  readonly params: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly body: EventBody;
  /** The address of the service; undefined for the one that the request came to. */
  readonly publicUrl?: string | undefined;
}

/**
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-
 * integrations.html
 */
export function proxyEvent(
  request: IncomingMessage,
  route: Endpoint,
  { params, requestId, body, publicUrl }: Arrived,
): LocalProxyEvent {
  const { path, search } = target(request);
  const headers = multiValue(pairs(request.rawHeaders));
  // A semicolon splits as `&` does:
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
  const query = multiValue([...new URLSearchParams(search.replaceAll(';', '&'))]);
  const method = route.method === 'ANY' ? (request.method ?? 'GET') : route.method;
  const now = new Date();
  const inMemory = body && 'text' in body ? body : { text: null, isBase64Encoded: false };
  return {
    resource: route.path,
    path,
    httpMethod: method,
    headers: lastOfEach(headers),
    multiValueHeaders: headers,
    queryStringParameters: nullIfEmpty(lastOfEach(query)),
    multiValueQueryStringParameters: nullIfEmpty(query),
    pathParameters: nullIfEmpty({ ...params }),
    stageVariables: { PUBLIC_URL: publicUrl ?? boundAddress(request) },
    body: inMemory.text,
    isBase64Encoded: inMemory.isBase64Encoded,
    ...(body && 'stream' in body ? { bodyStream: body.stream } : {}),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      authorizer: null,
      protocol: `HTTP/${request.httpVersion}`,
      httpMethod: method,
      identity: {
        ...NOBODY,
        sourceIp: sourceIp(request),
        userAgent: request.headers['user-agent'] ?? null,
      },
      path,
      stage: 'local',
      requestId,
      requestTime: now.toUTCString(),
      requestTimeEpoch: now.getTime(),
      resourceId: route.name,
      resourcePath: route.path,
    },
  };
}

/** The path and the query of a request, undecoded. */
export function target(request: IncomingMessage): { path: string; search: string } {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  return mark < 0
    ? { path: url, search: '' }
    : { path: url.slice(0, mark), search: url.slice(mark + 1) };
}

/** The address that a request came to, whatever host it names. */
export function boundAddress({ socket }: IncomingMessage): string {
  const { localAddress = '', localPort = 0 } = socket;
  const address = localAddress.replace(/^::ffff:/, '');
  return `http://${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}

/** IPv4 without the prefix that a dual-stack socket puts before it. */
const sourceIp = (request: IncomingMessage): string =>
  (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');

function* pairs(raw: readonly string[]): Generator<[string, string]> {
  for (let at = 0; at + 1 < raw.length; at += 2) yield [raw[at] ?? '', raw[at + 1] ?? ''];
}

function multiValue(entries: Iterable<readonly [string, string]>): Record<string, string[]> {
  const collected = new Map<string, string[]>();
  for (const [name, value] of entries) collected.set(name, [...(collected.get(name) ?? []), value]);
  return Object.fromEntries(collected);
}

const lastOfEach = (values: Readonly<Record<string, string[]>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all.at(-1) ?? '']));

const nullIfEmpty = <T extends object>(values: T): T | null =>
  Object.keys(values).length > 0 ? values : null;

const NOBODY = {
  accessKey: null,
  accountId: null,
  apiKey: null,
  apiKeyId: null,
  caller: null,
  clientCert: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  user: null,
  userArn: null,
} as const;
