import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Route } from '../../layers/http/route.ts';
import { newAccess } from '../../local/engine-access.ts';
import { type ApiHandler, makeGateway } from '../../local/gateway/gateway.ts';
import { answerHalfClosed } from '../../local/http/half-closed.ts';
import { httpServer } from '../../local/http/http-server.ts';
import { startObjectStore } from '../support/object-store.ts';
import { type Heard, rawRequest } from '../support/raw-request.ts';

const HEADERS_MS = 600;
const IDLE_MS = 400;
const WHOLE_MS = 1200;
const MIN_RATE = 1000;
const MAX_WAITING = 20;
const patience = { idleMs: IDLE_MS, minRate: MIN_RATE };

const route = (path: string, more: Partial<Route> = {}): Route => ({
  name: path,
  method: 'POST',
  path,
  summary: path,
  scope: 'none',
  replies: {},
  errors: [],
  ...more,
});

const json = (statusCode: number, body: unknown) => ({ statusCode, body: JSON.stringify(body) });

const handlers: Record<string, ApiHandler> = {
  '/echo': async ({ body }) => json(200, { bytes: body?.length ?? 0 }),
  '/upload': async ({ bodyStream }) => {
    let bytes = 0;
    try {
      for await (const chunk of bodyStream ?? []) bytes += chunk.length;
    } catch (error) {
      return json(408, { name: (error as Error).name, error });
    }
    return json(200, { bytes });
  },
  // Looks at its body only after the sender of one would have been given up.
  '/later': async ({ bodyStream }) => {
    await wait(IDLE_MS * 2);
    let bytes = 0;
    for await (const chunk of bodyStream ?? []) bytes += chunk.length;
    return json(200, { bytes });
  },
};

const defects: unknown[] = [];
let server: Server;
let port: number;

beforeAll(async () => {
  const upload = { upload: '*/*' } as const;
  const gateway = makeGateway({
    routes: [route('/echo'), route('/upload', upload), route('/later', upload)],
    load: async ({ name }) => handlers[name] ?? Promise.reject(new Error(name)),
    onDefect: (error) => defects.push(error),
    patience: { ...patience, wholeMs: WHOLE_MS },
  });
  server = httpServer(gateway, { headersMs: HEADERS_MS, maxWaiting: MAX_WAITING });
  answerHalfClosed(server, IDLE_MS);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});

afterEach(() => {
  expect(defects).toEqual([]);
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const timeout = { error: expect.objectContaining({ reason: 'request_timeout' }) };

test.each([
  ['nothing', ''],
  ['half a request line', 'POST /ec'],
  ['half a header', 'POST /echo HTTP/1.1\r\nhost: x\r\n'],
  ['a request, and half of another', 'GET /a HTTP/1.1\r\nhost: x\r\n\r\nGET /b HT'],
])('a connection that sends %s is answered 408 and closed', async (_, text) => {
  const heard = await rawRequest({ port }, text);
  const last = heard.text.slice(heard.text.lastIndexOf('HTTP/1.1'));
  expect(last).toMatch(/^HTTP\/1\.1 408 /);
  expect(JSON.parse(last.split('\r\n\r\n')[1] ?? '')).toEqual(timeout);
  expect(heard.closed).toBe(true);
  expect(heard.ms).toBeLessThan(SOON_MS);
});

test.each([
  ['no request at all', 'hello\r\n\r\n', 400, 'no method of HTTP/1.1'],
  ['a method of its own', 'FOO /echo HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'no method of HTTP/1.1'],
  ['a tunnel', 'CONNECT echo:80 HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'this is no proxy'],
  [
    'a body in no framing',
    `${head('/upload', 'transfer-encoding: chunked')}zz\r\n`,
    400,
    'RFC 9112',
  ],
  [
    'a header past 16 KB',
    `GET / HTTP/1.1\r\nhost: x\r\na: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    '16 KB',
  ],
])('%s is refused in JSON, and its connection closed', async (_, text, status, words) => {
  const heard = await rawRequest({ port }, text);
  expect([heard.status, heard.closed]).toEqual([status, true]);
  const message = expect.stringContaining(words);
  expect(heard.json()).toMatchObject({ error: { type: 'invalid_request', message } });
  expect(heard.text).toMatch(/\r\nx-request-id: [\w-]{36}\r\n/);
});

test.each([
  ['that is quick is told to', '/echo', /^HTTP\/1\.1 200 .*\{"bytes":2\}/s],
  ['that takes its time is not waited for by', '/later', /^$/],
])('an answer %s a caller that closed its side behind its request', async (_, path, answer) => {
  const socket = connect(port, '127.0.0.1');
  socket.end(`${head(path, 'content-length: 2')}{}`);
  let text = '';
  for await (const chunk of socket) text += chunk;
  expect(text).toMatch(answer);
});

test('an expectation that nobody knows is passed over, and the request answered', async () => {
  const asked = `${head('/echo', 'expect: the-impossible\r\ncontent-length: 2')}{}`;
  const heard = await rawRequest({ port, until: /HTTP\/1\.1 [2-5]\d\d/ }, asked);
  expect(heard.text).toContain('HTTP/1.1 200 OK');
});

function head(path: string, framing: string): string {
  return `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${framing}\r\n\r\n`;
}
async function* every(ms: number, piece: string): AsyncGenerator<string> {
  for (;;) {
    await wait(ms, undefined, { ref: false });
    yield piece;
  }
}
/** Milliseconds, on a busy machine: without the limits above it would be half a minute. */
const SOON_MS = 10_000;
const never = () => Promise.reject(new Error('it is not asked'));
const from = async (work: Promise<Heard>): Promise<Heard & { took: number }> => {
  const began = performance.now();
  const heard = await work;
  return { ...heard, took: performance.now() - began };
};

test.each(['/echo', '/upload'])('a body to %s that stops is answered 408', async (path) => {
  const until = /request_timeout/;
  const heard = await from(
    rawRequest({ port, until }, `${head(path, 'content-length: 1000')}half`),
  );
  expect(heard.status).toBe(408);
  expect(heard.took).toBeGreaterThanOrEqual(IDLE_MS * 0.9);
  expect(heard.took).toBeLessThan(SOON_MS);
});

test.each(['/echo', '/upload'])('a body to %s that drips is answered 408', async (path) => {
  const until = /request_timeout/;
  const drip = every(IDLE_MS / 4, 'x');
  const heard = await from(rawRequest({ port, until }, head(path, 'content-length: 1000'), drip));
  expect(heard.status).toBe(408);
  expect(heard.took).toBeLessThan(SOON_MS);
});

test('whoever does not go on after 408 is cut off', async () => {
  const heard = await rawRequest({ port }, `${head('/echo', 'content-length: 1000')}half`);
  expect([heard.status, heard.closed]).toEqual([408, true]);
});

test('a refusal is heard by a sender that listens only when it is through', async () => {
  const plain = httpServer(
    makeGateway({
      routes: [route('/echo')],
      load: never,
      onDefect: (error) => defects.push(error),
    }),
  );
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  const pieces = 30;
  const piece = 'x'.repeat(400_000);
  const { port: at } = plain.address() as AddressInfo;
  const socket = connect(at, '127.0.0.1').pause().setEncoding('utf8');
  const failures: unknown[] = [];
  socket.on('error', (error) => failures.push(error));
  const cut = new Promise((resolve) => socket.once('close', resolve));
  socket.write(head('/echo', `content-length: ${pieces * piece.length}`));
  for (let n = 0; n < pieces; n += 1) {
    await wait(100);
    socket.write(piece);
  }
  const heard = new Promise((resolve) => socket.once('data', resolve).resume());
  const answer = await Promise.race([heard, cut]);
  socket.destroy();
  plain.closeAllConnections();
  plain.close();
  expect(failures).toEqual([]);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});

test('a sender that goes on and on after a refusal is cut off', async () => {
  const drip = every(IDLE_MS / 4, 'x');
  const heard = await from(rawRequest({ port }, head('/echo', 'content-length: 90000000'), drip));
  expect([heard.status, heard.closed]).toEqual([413, true]);
  expect(heard.took).toBeLessThan(SOON_MS);
});

test('a body in memory has its time as a whole, however steadily it comes', async () => {
  const steady = every(20, 'x'.repeat(100));
  const until = /request_timeout/;
  const heard = await from(
    rawRequest({ port, until }, head('/echo', 'content-length: 9000000'), steady),
  );
  expect(heard.status).toBe(408);
  expect(heard.took).toBeLessThan(SOON_MS);
});

test('an upload that comes slowly but steadily takes as long as it takes', async () => {
  const pieces = 60;
  async function* steady() {
    for (let n = 0; n < pieces; n += 1) {
      await wait(IDLE_MS / 10);
      yield 'x'.repeat(200);
    }
  }
  const until = /bytes|error/;
  const framing = `content-length: ${pieces * 200}`;
  const heard = await from(rawRequest({ port, until }, head('/upload', framing), steady()));
  expect(heard.json()).toEqual({ bytes: pieces * 200 });
  expect(heard.took).toBeGreaterThan(IDLE_MS * 3);
});

test('the time in which a handler does not look is none of the sender’s', async () => {
  const bytes = 3 * 1024 ** 2;
  const response = await fetch(`http://127.0.0.1:${port}/later`, {
    method: 'POST',
    body: Buffer.alloc(bytes),
  });
  expect([response.status, await response.json()]).toEqual([200, { bytes }]);
});

test('a flood of half-sent headers keeps nobody out, and is bounded', async () => {
  const flood: Socket[] = [];
  try {
    for (let n = 0; n < MAX_WAITING * 3; n += 1) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      flood.push(socket);
      await new Promise((resolve) => socket.write('POST /echo HT', resolve));
      if (n % 10 > 0) continue;
      const response = await fetch(`http://127.0.0.1:${port}/echo`, { method: 'POST', body: '12' });
      expect(await response.json()).toEqual({ bytes: 2 });
    }
    const open = await new Promise<number>((resolve) =>
      server.getConnections((_, count) => resolve(count)),
    );
    expect(open).toBeLessThanOrEqual(MAX_WAITING + 2);
  } finally {
    for (const socket of flood) socket.destroy();
  }
});

describe('the store', () => {
  const Bucket = 'videos';
  const access = newAccess('eu-west-2');
  let dir: string;
  let store: Awaited<ReturnType<typeof startObjectStore>>;
  let s3: S3Client;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'stalled-'));
    store = await startObjectStore({
      dir,
      ...access,
      patience,
      onDefect: (error) => defects.push(error),
    });
    store.makeBucket(Bucket);
    s3 = new S3Client({
      ...access,
      endpoint: `http://127.0.0.1:${store.port}`,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
    });
  });
  afterAll(async () => {
    s3.destroy();
    await store.close();
    await rm(dir, { recursive: true });
  });

  const put = async (Key: string, more: AsyncIterable<string>) => {
    const command = new PutObjectCommand({ Bucket, Key, ContentLength: 1000 });
    const { pathname, search, host } = new URL(await getSignedUrl(s3, command, { expiresIn: 60 }));
    const lines = [`PUT ${pathname}${search} HTTP/1.1`, `host: ${host}`, 'content-length: 1000'];
    const sending = { port: store.port, until: /<\/Error>/ };
    return from(rawRequest(sending, `${lines.join('\r\n')}\r\n\r\nhalf`, more));
  };

  test.each([
    ['stops', () => every(60_000, '')],
    ['drips', () => every(IDLE_MS / 4, 'x')],
  ])(
    'a signed PUT that %s is answered as S3 answers it, and nothing is kept',
    async (how, more) => {
      const heard = await put(how, more());
      expect(heard.status).toBe(400);
      expect(heard.text).toContain('<Code>RequestTimeout</Code>');
      expect(heard.took).toBeLessThan(SOON_MS);
      await expect(s3.send(new GetObjectCommand({ Bucket, Key: how }))).rejects.toMatchObject({
        name: 'NoSuchKey',
      });
      const kept = await readdir(join(dir, 'blobs'), { recursive: true, withFileTypes: true });
      expect(kept.filter((entry) => entry.isFile())).toEqual([]);
    },
  );
});
