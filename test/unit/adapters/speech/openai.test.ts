import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openaiTranscriber } from '../../../../layers/adapters/speech/openai.ts';

/** As https://platform.openai.com/docs/api-reference/audio documents the answer. */
const ANSWER = {
  task: 'transcribe',
  language: 'english',
  duration: 2,
  text: ' Good evening. Who is there?',
  segments: [
    {
      id: 0,
      seek: 0,
      start: 0,
      end: 1,
      text: ' Good evening.',
      tokens: [50364],
      temperature: 0,
      avg_logprob: -0.1,
      compression_ratio: 1,
      no_speech_prob: 0.01,
    },
    {
      id: 1,
      seek: 0,
      start: 1,
      end: 2,
      text: ' Who is there?',
      tokens: [50364],
      temperature: 0,
      avg_logprob: -1.2,
      compression_ratio: 1,
      no_speech_prob: 0.2,
    },
  ],
  words: [
    { word: 'Good', start: 0.1, end: 0.4 },
    { word: 'evening', start: 0.4, end: 0.9 },
    { word: 'Who', start: 1.1, end: 1.3 },
    { word: 'is', start: 1.3, end: 1.4 },
    { word: 'there', start: 1.4, end: 1.9 },
  ],
};
const TOO_MANY = {
  error: {
    message: 'Rate limit reached',
    type: 'requests',
    param: null,
    code: 'rate_limit_exceeded',
  },
};
const SECONDS_2 = new Int16Array(32_000);

type Reply = (response: ServerResponse) => void;
const json =
  (status: number, body: unknown, headers = {}): Reply =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

const server = createServer();
const requests: { path: string; authorization: string | undefined; form: FormData }[] = [];
const waits: number[] = [];
let replies: Reply[];
let base: string;

async function formOf(request: IncomingMessage): Promise<FormData> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return new Response(Buffer.concat(chunks), { headers }).formData();
}

beforeAll(async () => {
  server.on('request', async (request: IncomingMessage, response: ServerResponse) => {
    const { authorization } = request.headers;
    requests.push({ path: request.url ?? '', authorization, form: await formOf(request) });
    replies.shift()?.(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  replies = [];
  requests.length = 0;
  waits.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const recognise = (language = 'auto', options: { url?: string; timeoutMs?: number } = {}) =>
  openaiTranscriber({
    url: base,
    apiKey: 'secret',
    model: 'whisper-1',
    wait: async (ms) => void waits.push(ms),
    ...options,
  }).recognise({ samples: SECONDS_2, language, folder: 'f/' }, new AbortController().signal);

test('it sends a wave file and asks for the times of words', async () => {
  replies = [json(200, ANSWER)];
  await recognise('pt-br');
  const [request] = requests;
  expect(request).toMatchObject({
    path: '/v1/audio/transcriptions',
    authorization: 'Bearer secret',
  });
  expect(request?.form.getAll('timestamp_granularities[]')).toEqual(['word', 'segment']);
  expect(['model', 'response_format', 'language'].map((name) => request?.form.get(name))).toEqual([
    'whisper-1',
    'verbose_json',
    'pt',
  ]);
  const file = request?.form.get('file') as File;
  const bytes = Buffer.from(await file.arrayBuffer());
  expect([bytes.toString('latin1', 0, 4), bytes.readUInt32LE(24), bytes.length]).toEqual([
    'RIFF',
    16_000,
    64_044,
  ]);
});

test.each([
  ['', '/v1/audio/transcriptions'],
  ['/openai/v1/', '/openai/v1/audio/transcriptions'],
  ['/v1/audio/transcriptions', '/v1/audio/transcriptions'],
])('the address may end in %p', async (path, asked) => {
  replies = [json(200, ANSWER)];
  await recognise('auto', { url: base + path });
  expect(requests[0]?.path).toBe(asked);
  expect(requests[0]?.form.has('language')).toBe(false);
});

test('segments keep their sentences, words their times, and both their probability', async () => {
  replies = [json(200, ANSWER)];
  const { language, segments } = await recognise();
  expect(language).toBe('en');
  expect(segments).toMatchObject([
    { start: 0.1, end: 0.9, text: 'Good evening.', confidence: 0.905 },
    { start: 1.1, end: 1.9, text: 'Who is there?', confidence: 0.301 },
  ]);
  expect(segments[0]?.words?.map(({ word }) => word)).toEqual(['Good', 'evening']);
});

test('an answer with text alone is one segment, of unknown certainty', async () => {
  replies = [json(200, { text: 'Good evening.' })];
  const { language, segments } = await recognise();
  expect(language).toBeNull();
  expect(segments).toMatchObject([{ start: 0, end: 2, text: 'Good evening.', confidence: 0.5 }]);
});

test('what was made up in silence is left out', async () => {
  const invented = {
    start: 0,
    end: 2,
    text: 'Thanks for watching!',
    avg_logprob: -1.4,
    no_speech_prob: 0.9,
  };
  replies = [json(200, { ...ANSWER, segments: [invented], words: [] })];
  expect((await recognise()).segments).toEqual([]);
});

test('throttling and faults are waited out', async () => {
  replies = [json(429, TOO_MANY, { 'retry-after': '3' }), json(500, {}), json(200, ANSWER)];
  expect((await recognise()).segments).toHaveLength(2);
  expect(waits).toEqual([3000, 2000]);
});

test('a server may name a date until which it is left alone', async () => {
  const date = new Date(Date.now() + 10_000).toUTCString();
  replies = [json(503, {}, { 'retry-after': date }), json(200, ANSWER)];
  expect((await recognise()).segments).toHaveLength(2);
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeGreaterThan(5000);
});

const DOWN = 'did not answer';
const REFUSED = 'until the operator of this service has mended that';

test.each<[string, Reply[], number, string]>([
  ['is throttled', [json(429, TOO_MANY), json(429, TOO_MANY), json(429, TOO_MANY)], 3, DOWN],
  ['has a fault', [json(500, {}), json(502, {}), json(503, {})], 3, DOWN],
  ['is late itself', [json(408, {}), json(408, {}), json(408, {})], 3, DOWN],
  ['hangs up', [(r) => r.destroy(), (r) => r.destroy(), (r) => r.destroy()], 3, DOWN],
  ['refuses the key', [json(401, { error: { message: 'Incorrect API key' } })], 1, REFUSED],
  ['leads elsewhere', [json(307, {}, { location: '/elsewhere' })], 1, REFUSED],
  ['answers something else', [(r) => r.end('<html>')], 1, REFUSED],
])(
  'a server that %s for good fails the call as processing_failed',
  async (_, given, tries, why) => {
    replies = [...given];
    const failed = await recognise().catch((error: unknown) => error);
    expect(failed).toMatchObject({
      type: 'processing_failed',
      message: expect.stringContaining(why),
    });
    expect(failed).toMatchObject({ message: expect.not.stringContaining('key') });
    expect(requests).toHaveLength(tries);
  },
);

test('a server that does not answer in time is asked again, then given up', async () => {
  await expect(recognise('auto', { timeoutMs: 50 })).rejects.toMatchObject({
    type: 'processing_failed',
  });
  // A try may end before its request arrives.
  expect(waits).toHaveLength(2);
});
