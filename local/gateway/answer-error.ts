import type { ServerResponse } from 'node:http';
import { type ApiError, type ErrorType, PROCESSING_FAILED } from '../../layers/domain/errors.ts';
import { statusOf } from '../../layers/http/problem.ts';
import { REFUSAL_HEADERS } from '../../layers/http/unrouted.ts';

/** Answers as the API does: `{ "error": { "type", "message" } }`. */
export function answerError(
  response: ServerResponse,
  status: number,
  type: ErrorType,
  message: string,
): void {
  answer(response, status, { type, message });
}

/** Answers a request that is refused for what HTTP asks of it. */
export const answerRefusal = (
  response: ServerResponse,
  error: ApiError,
  status = statusOf(error),
): void => answer(response, status, error);

/** What is left to say when a handler failed; an answer that has begun can only be cut. */
export function processingFailed(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const name of response.getHeaderNames())
    if (!/^x-(amzn-requestid|request-id)$/.test(name)) response.removeHeader(name);
  answer(response, 500, PROCESSING_FAILED);
}

function answer(response: ServerResponse, status: number, error: ApiError): void {
  const body = Buffer.from(JSON.stringify({ error }));
  response.writeHead(status, {
    ...REFUSAL_HEADERS,
    'content-length': body.length,
  });
  response.end(body);
}
