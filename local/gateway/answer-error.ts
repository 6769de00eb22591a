import type { ServerResponse } from 'node:http';
import { type ApiError, type ErrorType, PROCESSING_FAILED } from '../../layers/domain/errors.ts';
import { ANY_ORIGIN, EXPOSED } from '../../layers/http/cors.ts';
import { statusOf } from '../../layers/http/problem.ts';
import { goneTo } from '../../layers/http/retired-paths.ts';

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
export const answerRefusal = (response: ServerResponse, error: ApiError): void =>
  answer(response, statusOf(error), error);

/** Answers for a path of an earlier shape of the product. */
export const answerGone = (response: ServerResponse, successor: string): void =>
  answer(response, 410, goneTo(successor));

/** What is left to say when a handler failed; an answer that has begun can only be cut. */
export function processingFailed(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const name of response.getHeaderNames())
    if (name !== 'x-amzn-requestid') response.removeHeader(name);
  answer(response, 500, PROCESSING_FAILED);
}

function answer(response: ServerResponse, status: number, error: ApiError): void {
  const body = Buffer.from(JSON.stringify({ error }));
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    ...ANY_ORIGIN,
    ...EXPOSED,
  });
  response.end(body);
}
