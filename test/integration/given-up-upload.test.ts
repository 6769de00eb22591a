import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import middy from '@middy/core';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import type { Route } from '../../layers/http/route.ts';
import { type ApiHandler, makeGateway } from '../../local/gateway/gateway.ts';
import { startObjectStore } from '../support/object-store.ts';
import { testAccess } from '../support/tables.ts';

const route: Route = {
  name: 'gives-up',
  method: 'POST',
  path: '/v1/uploads',
  summary: 'gives up',
  scope: 'none',
  long: true,
  upload: 'multipart/form-data',
  replies: {},
  errors: [],
};

const { upload: _upload, ...rest } = route;
const takesJson: Route = { ...rest, path: '/v1/json' };

/** Answers after the first bytes, as a form is refused by the name of its first part. */
const givesUp = () =>
  middy({ executionMode: executionModeStreamifyResponse }).handler(async (event: unknown) => {
    const { bodyStream } = event as { bodyStream: Readable };
    await new Promise((resolve) => bodyStream.once('data', resolve));
    bodyStream.pause();
    return { statusCode: 400, body: 'no' };
  }) as unknown as ApiHandler;

const server = createServer(
  makeGateway({
    routes: [route, takesJson],
    load: async () => givesUp(),
    onDefect: () => undefined,
  }),
);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => {
  agent.destroy();
  server.close();
});

const send = (bytes: number, path = '/v1/uploads', to = port) =>
  new Promise<number | undefined>((resolve, reject) => {
    const asked = httpRequest({ port: to, agent, method: 'POST', path }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode));
    });
    asked.on('error', reject);
    asked.end(Buffer.alloc(bytes, 'x'));
  });

test('an upload given up in its middle is answered, and so is what the same sender asks next', async () => {
  for (const megabytes of [8, 8, 1, 8, 0]) expect(await send(megabytes * 1024 ** 2 + 10)).toBe(400);
});

test('a body too large, or for no path at all, is answered however much of it is under way', async () => {
  for (const path of ['/v1/json', '/v1/nothing', '/v1/json', '/v1/nothing'])
    expect(await send(24 * 1024 ** 2, path)).toBe(path === '/v1/json' ? 413 : 404);
});

test('so is an object that the storage refuses', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'refused-'));
  const store = await startObjectStore({ dir, ...testAccess() });
  try {
    for (let i = 0; i < 4; i++) expect(await send(24 * 1024 ** 2, '/b/k', store.port)).toBe(403);
  } finally {
    agent.destroy();
    await store.close();
    await rm(dir, { recursive: true });
  }
});
