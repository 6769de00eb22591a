import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { DomainError } from '../../layers/domain/errors.ts';
import { type BodyPatience, bodyBytes, StalledBody } from '../http/body-bytes.ts';

/** API Gateway's payload limit. */
export const MAX_BODY_BYTES = 10 * 1024 ** 2;

/** Milliseconds for a whole body that is read into memory: 10 MB on a line of 3 Mbit/s. */
const WHOLE_MS = 30_000;

const STALLED = { reason: 'request_timeout' };

/**
 * The whole body, or undefined as soon as it is known to pass the limit.
 * @throws DomainError invalid_request with reason request_timeout
 */
export async function readBody(
  request: IncomingMessage,
  patience: BodyPatience = {},
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of received(request, { wholeMs: WHOLE_MS, ...patience })) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The bytes of a body. That its sender stops or leaves is nothing that went wrong here.
 * @throws DomainError invalid_request
 */
async function* received(request: IncomingMessage, patience: BodyPatience): AsyncGenerator<Buffer> {
  try {
    yield* bodyBytes(request, patience);
  } catch (error) {
    const [message, detail] =
      error instanceof StalledBody
        ? ['The body stopped on its way, or came too slowly. Send the call again.', STALLED]
        : ['The connection was closed in the middle of the body. Send the call again.', {}];
    throw new DomainError('invalid_request', message, detail, { cause: error });
  }
}

/** True when the length that a request announces already passes the limit. */
export const announcesTooMuch = (request: IncomingMessage): boolean =>
  Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES;

/**
 * An upload's body as a stream of its own: a handler that gives it up does not take the connection
 * with it, so that the refusal can still be answered. `begin` is called when the first byte is
 * wanted.
 */
export const bodyStream = (
  request: IncomingMessage,
  begin: () => void,
  { wholeMs: _, ...patience }: BodyPatience = {},
): Readable => {
  async function* bytes() {
    begin();
    yield* received(request, patience);
  }
  const stream = Readable.from(bytes(), { objectMode: false, highWaterMark: 256 * 1024 });
  // A sender may leave before the handler looks at its body.
  stream.on('error', () => undefined);
  return stream;
};
