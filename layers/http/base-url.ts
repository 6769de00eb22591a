import type { APIGatewayProxyEvent } from 'aws-lambda';

type Asked = Pick<APIGatewayProxyEvent, 'headers' | 'path'> & {
  readonly requestContext: Pick<APIGatewayProxyEvent['requestContext'], 'path'>;
};

const header = (headers: Asked['headers'], name: string): string | undefined =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];

/**
 * The address that a request was sent to, as far as the part that all paths share, without a slash
 * at its end. API Gateway keeps its stage, or the base path of a domain, out of `path` but in the context's.
 */
export function baseUrl({ headers, path, requestContext }: Asked): string {
  const scheme = header(headers, 'x-forwarded-proto') === 'https' ? 'https' : 'http';
  const full = requestContext.path;
  const shared = full.endsWith(path) ? full.slice(0, full.length - path.length) : '';
  const url = `${scheme}://${header(headers, 'host') ?? 'localhost'}${shared}`;
  return URL.canParse(url) ? new URL(url).href.replace(/\/+$/, '') : `${scheme}://localhost`;
}
