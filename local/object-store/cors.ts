import type { IncomingMessage, ServerResponse } from 'node:http';
import { BUCKET_CORS } from '../../layers/adapters/s3/bucket-cors.ts';
import { S3Error } from './s3-error.ts';

const METHODS: readonly string[] = BUCKET_CORS.allowedMethods;

/**
 * A page on another origin has nothing but signed addresses to call, each of which is of an
 * object.
 */
const isSigned = (key: string, query: URLSearchParams): boolean =>
  key !== '' && query.has('X-Amz-Signature');

/** What a browser on another page may see of the answer from a signed address. */
export function exposeToPages(
  request: IncomingMessage,
  response: ServerResponse,
  { key, query }: { readonly key: string; readonly query: URLSearchParams },
): void {
  if (request.headers.origin === undefined || !isSigned(key, query)) return;
  response.setHeader('access-control-allow-origin', BUCKET_CORS.allowedOrigins.join(', '));
  response.setHeader('access-control-expose-headers', BUCKET_CORS.exposedHeaders.join(', '));
  response.setHeader(
    'vary',
    'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  );
}

/**
 * Answers the preflight of a signed address as a bucket does whose rule admits every origin and
 * header.
 * @throws S3Error AccessForbidden for any other address
 */
export function preflight(
  request: IncomingMessage,
  response: ServerResponse,
  asked: { readonly key: string; readonly query: URLSearchParams },
): void {
  const {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': headers,
  } = request.headers;
  if (origin === undefined)
    throw new S3Error(400, 'BadRequest', 'Insufficient information. Origin request header needed.');
  if (method === undefined || !METHODS.includes(method) || !isSigned(asked.key, asked.query))
    throw new S3Error(
      403,
      'AccessForbidden',
      "CORSResponse: This CORS request is not allowed. This is usually because the evalution of Origin, request method / Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the resource's CORS spec.",
      { Method: method ?? '', ResourceType: 'OBJECT' },
    );
  exposeToPages(request, response, asked);
  response.setHeader('access-control-allow-methods', METHODS.join(', '));
  response.setHeader('access-control-max-age', String(BUCKET_CORS.maxAgeSeconds));
  if (headers !== undefined) response.setHeader('access-control-allow-headers', headers);
  response.writeHead(200, { 'content-length': 0 });
  response.end();
}
