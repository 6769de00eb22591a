import type { Readable } from 'node:stream';
import type { ApiEvent } from '../../../layers/http/api-event.ts';

interface Request {
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
  readonly bodyStream?: Readable;
  readonly headers?: Record<string, string>;
  readonly multiValueHeaders?: Record<string, string[]>;
  readonly query?: Record<string, string[]>;
  readonly params?: Record<string, string>;
  readonly stageVariables?: Record<string, string>;
}

/** A REST proxy event with what the edge reads of one. */
export const proxyEvent = ({
  body,
  isBase64Encoded = false,
  bodyStream,
  headers = { Authorization: 'Bearer good', 'Content-Type': 'application/json' },
  multiValueHeaders = {},
  query = {},
  params = {},
  stageVariables = {},
}: Request): ApiEvent =>
  ({
    body: body ?? null,
    isBase64Encoded,
    ...(bodyStream ? { bodyStream } : {}),
    headers,
    multiValueHeaders,
    multiValueQueryStringParameters: query,
    pathParameters: params,
    path: '/v1/test',
    stageVariables: { PUBLIC_URL: 'http://localhost', ...stageVariables },
    requestContext: { requestId: 'request-1', path: '/v1/test' },
  }) as unknown as ApiEvent;
