import type { RequestListener } from 'node:http';
import { VideoReader } from '../../../sdk/src/index.ts';
import { site } from '../../support/sites/sites.ts';

const RESULT = { job_id: 'job_1', status: 'succeeded', sheets: [] };
const ERROR = { type: 'rate_limited', message: 'Too many at once.' };

/** What the server answers to one request after the other; the last answer stays. */
let answers: RequestListener[] = [];
const keys: (string | string[] | undefined)[] = [];
const server = await site((request, response) => {
  keys.push(request.headers['idempotency-key']);
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  request.resume().on('end', () => answer?.(request, response));
});
const { origin: baseUrl } = server;
const json =
  (status: number, body: object, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
const broken: RequestListener = ({ socket }) => void socket.destroy();
const halfSent: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"job_id":', () => response.destroy());
};

const waits: number[] = [];
afterAll(() => server.close());
beforeEach(() => {
  waits.length = 0;
  keys.length = 0;
});

const client = (patienceMs = 60_000) =>
  new VideoReader({
    baseUrl,
    apiKey: 'sk_live_x',
    patienceMs,
    wait: async (ms) => void waits.push(ms),
  });
const look = (patienceMs?: number) => client(patienceMs).frames({ url: 'https://a.example/v.mp4' });

test('429, 5xx and connections that break are tried again, all under one key', async () => {
  answers = [
    json(429, { error: ERROR }, { 'retry-after': '7' }),
    json(503, {}),
    broken,
    halfSent,
    json(200, RESULT),
  ];
  expect(await look()).toEqual(RESULT);
  expect(keys).toHaveLength(5);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  // As long as it was asked for, then pauses that grow.
  expect(waits[0]).toBe(7000);
  for (const [at, longest] of [1000, 2000, 4000].entries()) {
    expect(waits[at + 1]).toBeGreaterThanOrEqual(longest / 2);
    expect(waits[at + 1]).toBeLessThanOrEqual(longest);
  }
});

test.each([
  [400, 'window_too_long'],
  [402, 'insufficient_credits'],
  [404, 'video_not_found'],
  [422, 'source_unavailable'],
])('%i is told at once, with all that the service says', async (status, type) => {
  const said = { type, message: 'No.', suggestion: { start: 1 }, reason: 'why', alternative: 'b' };
  answers = [json(status, { error: said }, { 'x-request-id': 'r1', 'retry-after': '60' })];
  const error = await look().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ ...said, status, requestId: 'r1', retryAfterSeconds: 60 });
  expect(waits).toEqual([]);
});

test('an error that outlasts the patience is told; one that asks for more is told at once', async () => {
  answers = [json(500, { error: { type: 'processing_failed', message: 'Something failed.' } })];
  await expect(look(5000)).rejects.toMatchObject({ type: 'processing_failed', status: 500 });
  expect(waits.reduce((sum, ms) => sum + ms)).toBeLessThanOrEqual(5000);
  expect(waits.length).toBeGreaterThan(1);
  waits.length = 0;
  answers = [json(429, { error: ERROR }, { 'retry-after': '3600' })];
  await expect(look()).rejects.toMatchObject({ type: 'rate_limited', retryAfterSeconds: 3600 });
  expect(waits).toEqual([]);
});

test('nobody there is connection_failed, and something else that answers is told as such', async () => {
  const nobody = new VideoReader({ baseUrl: 'http://127.0.0.1:9', patienceMs: 0 });
  await expect(nobody.credits()).rejects.toMatchObject({ type: 'connection_failed' });
  answers = [(_, response) => void response.writeHead(404).end('<html>')];
  await expect(look()).rejects.toMatchObject({ type: 'unexpected_answer', status: 404 });
  answers = [(_, response) => void response.writeHead(200).end('<!doctype html>')];
  await expect(look()).rejects.toMatchObject({ type: 'unexpected_answer' });
  expect(waits).toEqual([]);
});

test('an aborted call ends with the reason it was given, between tries too', async () => {
  const abort = new AbortController();
  const { signal } = abort;
  answers = [json(503, {})];
  const patient = new VideoReader({ baseUrl, apiKey: 'sk_live_x' });
  const called = patient.frames({ url: 'https://a.example/v.mp4' }, { signal });
  abort.abort(new Error('enough'));
  await expect(called).rejects.toThrow('enough');
});

test('a key of the caller stays as it is, in the body, and an estimate has none', async () => {
  answers = [json(200, RESULT)];
  await client().frames({ url: 'https://a.example/v.mp4', idempotency_key: 'mine' });
  answers = [json(200, { estimate: { credits: 1 } })];
  await client().frames({ url: 'https://a.example/v.mp4', estimate: true });
  expect(keys).toEqual([undefined, undefined]);
});

test('an answer that comes after the wait of the service is fetched from its job', async () => {
  const queued = { job_id: 'job_1', status: 'queued', queue: 'read', queued_at: '' };
  answers = [
    json(202, queued),
    json(200, { job_id: 'job_1', status: 'running', error: null }),
    json(200, { job_id: 'job_1', status: 'succeeded', error: null, result: RESULT }),
  ];
  expect(await look()).toEqual(RESULT);
});

test('what the giver of a key throws is thrown as it is, and a key may end with its line', async () => {
  const failing = new VideoReader({ baseUrl, apiKey: () => Promise.reject(new Error('no key')) });
  await expect(failing.credits()).rejects.toThrow('no key');
  expect(keys).toEqual([]);
  answers = [
    (request, response) =>
      json(200, { said: request.headers.authorization ?? '' })(request, response),
  ];
  const trimmed = new VideoReader({ baseUrl, apiKey: () => 'sk_live_x\n' });
  expect(await trimmed.credits()).toEqual({ said: 'Bearer sk_live_x' });
});

test('without an address the client says where to put it', () => {
  expect(() => new VideoReader()).toThrow('VIDEO_READER_URL');
  const schemeless = { baseUrl: 'localhost:8787' };
  expect(() => new VideoReader(schemeless)).toThrow('"localhost:8787" is no address of a service.');
});
