import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** API Gateway's payload limit. */
export const MAX_BODY_BYTES = 10 * 1024 ** 2;

/** The whole body, or undefined as soon as it is known to pass the limit. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** True when the length that a request announces already passes the limit. */
export const announcesTooMuch = (request: IncomingMessage): boolean =>
  Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES;

/**
 * An upload's body as a stream of its own: a handler that gives it up does not take the connection with it, so
 * that the refusal can still be answered. `begin` is called when the first byte is wanted.
 */
export const bodyStream = (request: IncomingMessage, begin: () => void): Readable => {
  async function* bytes() {
    begin();
    yield* request.iterator({ destroyOnReturn: false });
  }
  const stream = Readable.from(bytes(), { objectMode: false, highWaterMark: 256 * 1024 });
  // A sender may leave before the handler looks at its body.
  stream.on('error', () => undefined);
  return stream;
};
