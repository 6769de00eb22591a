import { Readable } from 'node:stream';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { DomainError, type ErrorType, PROCESSING_FAILED } from '../domain/errors.ts';
import type { JsonStream } from '../domain/json-stream.ts';
import { ANY_ORIGIN, EXPOSED } from './cors.ts';
import { statusOf } from './problem.ts';

type Headers = Readonly<Record<string, string>>;

const COMMON: Headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  ...ANY_ORIGIN,
  ...EXPOSED,
};

export const reply = (
  status: number,
  body: unknown,
  requestId: string,
  headers: Headers = {},
): APIGatewayProxyResult => ({
  statusCode: status,
  headers: { ...COMMON, 'x-request-id': requestId, ...headers },
  body: JSON.stringify(body),
});

interface Streaming {
  readonly requestId: string;
  readonly headers?: Headers | undefined;
  /** Told of what breaks a text off whose beginning is sent: the connection is cut then. */
  readonly broken: (error: unknown) => void;
}

/** An answer whose text is made while it is sent; the handler of a streamed route takes it. */
export const streamedReply = (
  status: number,
  { chunks }: JsonStream<unknown>,
  { requestId, headers = {}, broken }: Streaming,
): APIGatewayProxyResult => ({
  ...reply(status, null, requestId, headers),
  body: Readable.from(watched(chunks, broken), { objectMode: false }) as unknown as string,
});

async function* watched<Chunk>(chunks: AsyncIterable<Chunk>, broken: Streaming['broken']) {
  let isHanded = false;
  try {
    for await (const chunk of chunks) {
      isHanded = true;
      yield chunk;
      isHanded = false;
    }
  } catch (error) {
    // A reader that leaves ends this by an error in the place of taking the chunk.
    if (!isHanded) broken(error);
    throw error;
  }
}

type Challenge = (type: ErrorType) => string;

function headersOf(error: DomainError, challenge: Challenge): Headers {
  switch (error.type) {
    case 'unauthorized':
    case 'insufficient_scope':
      return { 'www-authenticate': challenge(error.type) };
    case 'rate_limited':
      return { 'retry-after': String(error.detail.retryAfterSeconds ?? 1) };
    case 'source_unavailable': {
      const { retryAfterSeconds: seconds } = error.detail;
      return seconds === undefined ? {} : { 'retry-after': String(seconds) };
    }
    default:
      return {};
  }
}

/**
 * Anything that is not a DomainError is a defect: its text is for the log only.
 * @param challenge says how to come by the right credential
 */
export function errorReply(
  error: unknown,
  requestId: string,
  challenge: Challenge,
): APIGatewayProxyResult {
  if (!(error instanceof DomainError)) return reply(500, { error: PROCESSING_FAILED }, requestId);
  const body = error.toApiError();
  return reply(statusOf(body), { error: body }, requestId, headersOf(error, challenge));
}
