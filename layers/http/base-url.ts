import type { APIGatewayProxyEvent } from 'aws-lambda';

type Asked = Pick<APIGatewayProxyEvent, 'path'> & {
  readonly stageVariables?: APIGatewayProxyEvent['stageVariables'];
  readonly requestContext: Pick<APIGatewayProxyEvent['requestContext'], 'path' | 'domainName'>;
};

/**
 * The address under which callers know this service, as far as the part that all paths share,
 * without a slash at its end: the stage's variable PUBLIC_URL, else the gateway's own domain name
 * and base path. What a caller says of it, in Host or X-Forwarded-Proto, counts for nothing.
 */
export function baseUrl({ path, stageVariables, requestContext }: Asked): string {
  const configured = stageVariables?.['PUBLIC_URL'];
  if (configured) return configured.replace(/\/+$/, '');
  // API Gateway keeps its stage, or the base path of a domain, out of `path` but in the context's.
  const { domainName = 'localhost', path: full } = requestContext;
  const shared = full.endsWith(path) ? full.slice(0, full.length - path.length) : '';
  return `https://${domainName}${shared}`.replace(/\/+$/, '');
}
