import middy from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { DomainError, PROCESSING_FAILED } from '../../domain/errors.ts';
import { Log } from '../../log/log.ts';
import type { ApiEvent } from '../api-event.ts';
import { baseUrl } from '../base-url.ts';
import { ANY_ORIGIN } from '../cors.ts';
import type { ApiHandler } from '../http-handler.ts';
import { PAGE_HEADERS } from '../page.ts';

/** A text that anybody may read. */
export interface Document {
  readonly type: 'text/html' | 'text/plain' | 'text/css' | 'text/javascript' | 'application/json';
  readonly body: string;
  /** Where it needs another one than pages have. */
  readonly policy?: string;
}

/** @param baseUrl where the service was called, without a slash at its end */
type Write = (baseUrl: string) => Document | Promise<Document>;

const READING: readonly string[] = ['GET', 'HEAD'];

const log = new Log('reference');

/**
 * Answers documents of the service, which are the same for everybody until the next release.
 * @param documents by path
 * @param beside a route of the API that is answered by the same function
 */
export function documentHandler(
  documents: Readonly<Partial<Record<string, Write>>>,
  beside: { readonly path: string; readonly handler: ApiHandler },
): ApiHandler {
  return middy<ApiEvent, APIGatewayProxyResult>()
    .handler(async (event: ApiEvent, context) => {
      if (event.path === beside.path) return beside.handler(event, context);
      const write = documents[event.path];
      if (!write) return refused(404, `There is no ${event.path} here.`);
      if (!READING.includes(event.httpMethod)) return refused(405, 'This path takes GET.');
      const { type, body, policy } = await write(baseUrl(event));
      return {
        statusCode: 200,
        headers: {
          ...PAGE_HEADERS,
          ...ANY_ORIGIN,
          ...(policy !== undefined && { 'content-security-policy': policy }),
          'cache-control': 'public, max-age=300',
          'content-type': `${type}; charset=utf-8`,
        },
        body,
      };
    })
    .onError((request) => {
      log.defect({ error: request.error });
      request.response = {
        statusCode: 500,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ error: PROCESSING_FAILED }),
      };
    });
}

/** An answer that there is no such document. */
const refused = (statusCode: 404 | 405, message: string): APIGatewayProxyResult => ({
  statusCode,
  headers: {
    ...ANY_ORIGIN,
    'content-type': 'application/json',
    ...(statusCode === 405 && { allow: 'GET, HEAD' }),
  },
  body: JSON.stringify({ error: new DomainError('invalid_request', message).toApiError() }),
});
