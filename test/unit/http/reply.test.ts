import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { JsonStream } from '../../../layers/domain/json-stream.ts';
import { streamedReply } from '../../../layers/http/reply.ts';

/** Sends a text over HTTP, and tells what was said of it and whether it was closed. */
async function sent(chunks: () => AsyncGenerator<string>, reader: 'leaves' | 'stays') {
  const broken: unknown[] = [];
  let closed = false;
  async function* watched() {
    try {
      yield* chunks();
    } finally {
      closed = true;
    }
  }
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    const { body } = streamedReply(200, new JsonStream(watched()), {
      requestId: 'r',
      broken: (error) => void broken.push(error),
    });
    pipeline(body as unknown as Readable, response)
      .catch(() => undefined)
      .finally(resolve);
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const asked = get({ port, host: '127.0.0.1', agent: false }, (answer) => {
    answer
      .on('error', () => undefined)
      .on('data', () => {
        if (reader === 'leaves') asked.socket?.resetAndDestroy();
      });
  });
  asked.on('error', () => undefined);
  await over;
  server.close();
  return { broken, closed };
}

async function* endless() {
  for (;;) yield 'x'.repeat(65_536);
}

test('a reader who leaves in the middle of a text breaks nothing, and the text is closed', async () => {
  expect(await sent(endless, 'leaves')).toEqual({ broken: [], closed: true });
});

test('a text that breaks off by itself is told of', async () => {
  const failure = new Error('the store is gone');
  async function* failing() {
    yield 'begun';
    throw failure;
  }
  expect(await sent(failing, 'stays')).toEqual({ broken: [failure], closed: true });
});
