import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ServeBytes, ServedBytes } from '../../app/ports/sources/served-bytes.ts';

/** An address of 192 random bits. */
const PATH_BYTES = 24;

interface Content {
  readonly bytes: ServedBytes;
  /** Answers that are not ended. */
  readonly answers: Set<ServerResponse>;
}

/** What this process serves, by its path. */
const contents = new Map<string, Content>();
let listening: Promise<number> | undefined;

/**
 * Serves bytes to the decoders of this process, from one server on 127.0.0.1 that begins with the
 * first address. An answer whose bytes cannot be had is broken off, never ended short.
 */
export const serveOnLoopback: ServeBytes = async (bytes) => {
  listening ??= listen();
  const port = await listening;
  const path = `/${randomBytes(PATH_BYTES).toString('base64url')}`;
  const content = { bytes, answers: new Set<ServerResponse>() };
  contents.set(path, content);
  return {
    address: `http://127.0.0.1:${port}${path}`,
    close() {
      contents.delete(path);
      for (const response of content.answers) response.destroy();
    },
  };
};

async function listen(): Promise<number> {
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    const content = contents.get(request.url ?? '');
    if (!content) return void response.writeHead(404).end();
    const { bytes, answers } = content;
    answers.add(response);
    response.once('close', () => answers.delete(response));
    send(bytes, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return (server.address() as AddressInfo).port;
}

async function send(
  bytes: ServedBytes,
  { headers, method }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { length } = bytes;
  const [asked, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const first = Number(from);
  const last = Math.min(to === '' ? length - 1 : Number(to), length - 1);
  if (first > last) {
    return void response.writeHead(416, { 'content-range': `bytes */${length}` }).end();
  }
  response.writeHead(asked === undefined ? 200 : 206, {
    'content-type': 'application/octet-stream',
    'accept-ranges': 'bytes',
    ...(asked === undefined ? {} : { 'content-range': `bytes ${first}-${last}/${length}` }),
    'content-length': last - first + 1,
  });
  if (method === 'HEAD') return void response.end();
  // A decoder waits for the head of an answer without trying again, so it does not wait for the
  // first bytes.
  response.flushHeaders();
  const left = new AbortController();
  response.once('close', () => left.abort());
  const body = bytes.read(first, last, left.signal);
  await pipeline(Readable.from(body, { highWaterMark: 1 }), response);
}
