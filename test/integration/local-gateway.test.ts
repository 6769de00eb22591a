import { createServer, request as httpRequest, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import middy from '@middy/core';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import type { Route } from '../../layers/http/route.ts';
import { type ApiHandler, makeGateway } from '../../local/gateway/gateway.ts';
import type { LocalProxyEvent } from '../../local/gateway/proxy-event.ts';

const routeTo = (
  name: string,
  method: Route['method'],
  path: string,
  more: Partial<Route> = {},
): Route => ({
  name,
  method,
  path,
  summary: name,
  scope: 'none',
  replies: {},
  errors: [],
  ...more,
});

const routes = [
  routeTo('echo', 'POST', '/v1/echo'),
  routeTo('echo', 'GET', '/v1/things/{id}'),
  routeTo('latest', 'GET', '/v1/things/latest'),
  routeTo('echo', 'GET', '/site/{path+}'),
  routeTo('throws', 'GET', '/v1/throws'),
  routeTo('hangs', 'GET', '/v1/hangs'),
  routeTo('streams', 'GET', '/v1/streams', { long: true }),
  routeTo('breaks', 'GET', '/v1/breaks', { long: true }),
  routeTo('counts', 'POST', '/v1/uploads', { upload: 'multipart/form-data' }),
  routeTo('refuses', 'POST', '/v1/refused', { upload: 'multipart/form-data' }),
];

const json = (statusCode: number, body: unknown) => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Made on first use, because `awslambda` is there only once the gateway is. */
const handlers: Record<string, () => ApiHandler> = {
  echo: () => async (event) => json(200, event),
  latest: () => async () => ({
    statusCode: 200,
    multiValueHeaders: { 'set-cookie': ['a=1', 'b=2'] },
    body: Buffer.from('latest').toString('base64'),
    isBase64Encoded: true,
  }),
  throws: () => async () => {
    throw new Error('a secret of the inside');
  },
  hangs: () => () => new Promise(() => undefined),
  streams: () =>
    middy({ executionMode: executionModeStreamifyResponse }).handler(async () => ({
      statusCode: 201,
      headers: { 'content-type': 'text/plain', 'x-one': 'one' },
      body: Readable.from(['a', 'b', 'c'.repeat(300_000)]),
    })) as unknown as ApiHandler,
  breaks: () =>
    middy({ executionMode: executionModeStreamifyResponse }).handler(async () => ({
      statusCode: 200,
      body: Readable.from(
        (async function* () {
          yield 'begun';
          throw new Error('the source broke');
        })(),
      ),
    })) as unknown as ApiHandler,
  counts: () => async (event) => {
    let bytes = 0;
    for await (const chunk of event.bodyStream ?? []) bytes += chunk.length;
    return json(200, { body: event.body, bytes });
  },
  refuses: () => async () => json(401, {}),
};

const defects: unknown[] = [];
let server: Server;
let base: string;

beforeAll(async () => {
  const gateway = makeGateway({
    routes,
    load: async ({ name }) => handlers[name]?.() ?? Promise.reject(new Error(`no ${name}`)),
    timeoutMs: (route) => (route.name === 'hangs' ? 50 : 50_000),
    onDefect: (error) => defects.push(error),
  });
  server = createServer(gateway).on('checkContinue', gateway);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  defects.length = 0;
});

const eventOf = async (path: string, init?: RequestInit): Promise<LocalProxyEvent> =>
  (await fetch(base + path, init)).json() as Promise<LocalProxyEvent>;

test('a request becomes a REST proxy event', async () => {
  const event = await eventOf('/v1/echo?a=1&a=2&b=%C3%BC+x&c=%3B;d=', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'test' },
    body: '{"é":1}',
  });
  expect(event).toMatchObject({
    resource: '/v1/echo',
    path: '/v1/echo',
    httpMethod: 'POST',
    queryStringParameters: { a: '2', b: 'ü x', c: ';', d: '' },
    multiValueQueryStringParameters: { a: ['1', '2'], b: ['ü x'], c: [';'], d: [''] },
    pathParameters: null,
    body: '{"é":1}',
    isBase64Encoded: false,
    requestContext: {
      requestId: expect.any(String),
      identity: { sourceIp: '127.0.0.1', userAgent: 'test' },
      path: '/v1/echo',
    },
  });
});

test('path parameters are decoded, and a literal path is found before them', async () => {
  const event = await eventOf('/v1/things/a%20b');
  expect(event).toMatchObject({
    pathParameters: { id: 'a b' },
    queryStringParameters: null,
    body: null,
  });
  expect((await eventOf('/site/a/b.html')).pathParameters).toEqual({ path: 'a/b.html' });
  const latest = await fetch(`${base}/v1/things/latest`);
  expect([await latest.text(), latest.headers.getSetCookie()]).toEqual(['latest', ['a=1', 'b=2']]);
});

test.each(['/v1/nothing', '/v1/echo/', '/', '/v1/things/', '/v1/things/%E0%A4%A', '//v1/echo'])(
  'the unknown path %s answers 404',
  async (path) => {
    const response = await fetch(base + path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request' } });
  },
);

test.each([
  ['POST', '/v1/sheets', '/v1/frames'],
  ['GET', '/v1/watch', '/v1/watch_video'],
  ['POST', '/v1/captions', '/v1/transcript'],
])('%s on the retired path %s answers 410 and names %s', async (method, path, successor) => {
  const response = await fetch(base + path, { method });
  expect(response.status).toBe(410);
  expect(await response.json()).toEqual({
    error: { type: 'gone', message: expect.stringContaining(`POST ${successor} `) },
  });
});

test('a wrong method answers 405 with Allow', async () => {
  const response = await fetch(`${base}/v1/things/1`, { method: 'DELETE' });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect(await response.json()).toMatchObject({ error: { type: 'invalid_request' } });
});

test('HEAD is GET without a body, OPTIONS names the methods', async () => {
  const head = await fetch(`${base}/v1/things/latest`, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    200,
    '6',
    '',
  ]);
  const options = await fetch(`${base}/v1/echo`, { method: 'OPTIONS' });
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, OPTIONS']);
  // What a browser asks before a page of another origin may call.
  expect(Object.fromEntries(options.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-allow-headers': expect.stringContaining('authorization, content-type'),
  });
  expect(options.headers.has('access-control-allow-credentials')).toBe(false);
});

test.each(['throws', 'hangs'])('a handler that %s answers 500 and tells nothing', async (name) => {
  const response = await fetch(`${base}/v1/${name}`);
  expect(response.status).toBe(500);
  const body = await response.text();
  expect(JSON.parse(body)).toMatchObject({ error: { type: 'processing_failed' } });
  expect(body).not.toContain('secret');
  expect(defects).toHaveLength(1);
});

test('a body past 10 MB answers 413, whether its length is announced or not', async () => {
  const announced = await fetch(`${base}/v1/echo`, {
    method: 'POST',
    body: 'x'.repeat(11 * 1024 ** 2),
  });
  expect(announced.status).toBe(413);
  expect(await announced.json()).toMatchObject({ error: { type: 'invalid_request' } });
  const chunked = await sendStream('/v1/echo', 11);
  expect(chunked.status).toBe(413);
});

const sendStream = (path: string, megabytes: number) => {
  const init = { method: 'POST', body: Readable.from(chunks(megabytes)), duplex: 'half' };
  return fetch(base + path, init as unknown as RequestInit);
};

async function* chunks(megabytes: number) {
  for (let n = 0; n < megabytes; n += 1) yield Buffer.alloc(1024 ** 2, 'x');
}

test('a streaming handler answers with its prelude and its bytes', async () => {
  const response = await fetch(`${base}/v1/streams`);
  expect([response.status, response.headers.get('x-one')]).toEqual([201, 'one']);
  expect((await response.text()).length).toBe(300_002);
});

test('a stream that breaks after its beginning is cut, so that nobody takes it for whole', async () => {
  const response = await fetch(`${base}/v1/breaks`);
  await expect(response.text()).rejects.toThrow();
});

test('an upload is handed on as a stream, however long', async () => {
  const response = await sendStream('/v1/uploads', 32);
  expect(await response.json()).toEqual({ body: null, bytes: 32 * 1024 ** 2 });
});

test('an upload that is refused unread is answered', async () => {
  const response = await fetch(`${base}/v1/refused`, {
    method: 'POST',
    body: Buffer.alloc(4 * 1024 ** 2),
  });
  expect(response.status).toBe(401);
});

test('a sender that waits for 100 Continue gets it when its body is wanted', async () => {
  const ask = (path: string, length: number) =>
    new Promise<string>((resolve, reject) => {
      const headers = { expect: '100-continue', 'content-length': length };
      const asked = httpRequest(base + path, { method: 'POST', headers });
      asked.on('continue', () => asked.end('x'.repeat(length)));
      asked.on('response', ({ statusCode }) => {
        resolve(`${statusCode}`);
        asked.destroy();
      });
      asked.on('error', reject);
      asked.flushHeaders();
    });
  expect(await ask('/v1/echo', 5)).toBe('200');
  expect(await ask('/v1/uploads', 5)).toBe('200');
  expect(await ask('/v1/echo', 11 * 1024 ** 2)).toBe('413');
  expect(await ask('/v1/refused', 5)).toBe('401');
});

/** Sends bytes and cuts the connection as soon as the server has sent some, or at once. */
const cut = (text: string, { afterAnswer }: { afterAnswer: boolean }) =>
  new Promise<void>((resolve) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('close', () => resolve());
    socket.on('error', () => undefined);
    socket.on('data', () => socket.destroy());
    socket.write(text, () => {
      if (!afterAnswer) socket.resetAndDestroy();
    });
  });

test('a caller who leaves in the middle does no harm', async () => {
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nhalf`;
  await cut(head('/v1/echo'), { afterAnswer: false });
  await cut(head('/v1/uploads'), { afterAnswer: false });
  await cut('GET /v1/streams HTTP/1.1\r\nhost: x\r\n\r\n', { afterAnswer: true });
  await cut('GET /v1/things/1 HTTP/1.1\r\nhost: x\r\n\r\n', { afterAnswer: true });
  expect((await fetch(`${base}/v1/things/1`)).status).toBe(200);
  expect(defects).toEqual([]);
});

test('a large upload does not gather in memory', async () => {
  const before = process.memoryUsage().rss;
  const asked = httpRequest(`${base}/v1/uploads`, { method: 'POST' });
  const answered = new Promise<number | undefined>((resolve) => {
    asked.on('response', ({ statusCode }) => resolve(statusCode));
  });
  await pipeline(Readable.from(chunks(200)), asked);
  expect(await answered).toBe(200);
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 ** 2);
});
