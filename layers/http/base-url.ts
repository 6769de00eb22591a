import type { APIGatewayProxyEvent } from 'aws-lambda';
import { headerOf } from './header.ts';

type Asked = Pick<APIGatewayProxyEvent, 'headers' | 'path'> & {
  readonly requestContext: Pick<APIGatewayProxyEvent['requestContext'], 'path'>;
};

/**
 * The address that a request was sent to, as far as the part that all paths share, without a slash
 * at its end. API Gateway keeps its stage, or the base path of a domain, out of `path` but in the context's.
 */
export function baseUrl(asked: Asked): string {
  const { path, requestContext } = asked;
  const scheme = headerOf(asked, 'x-forwarded-proto') === 'https' ? 'https' : 'http';
  const full = requestContext.path;
  const shared = full.endsWith(path) ? full.slice(0, full.length - path.length) : '';
  const url = `${scheme}://${headerOf(asked, 'host') ?? 'localhost'}${shared}`;
  return URL.canParse(url) ? new URL(url).href.replace(/\/+$/, '') : `${scheme}://localhost`;
}
