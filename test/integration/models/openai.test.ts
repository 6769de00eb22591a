import { z } from 'zod';
import { openaiAnswerer } from '../../../layers/adapters/models/openai.ts';
import { ModelSilent } from '../../../layers/app/ports/questions/answerer.ts';
import { asked, failed, SCHEMA } from '../../support/models/asked.ts';
import {
  type Reply,
  replyJson,
  ScriptedServer,
  silence,
} from '../../support/models/scripted-server.ts';

const server = new ScriptedServer();
let url: string;

beforeAll(async () => {
  url = await server.start();
});
beforeEach(() => server.reset());
afterAll(() => server.stop());

/** As https://platform.openai.com/docs/api-reference/chat/object documents it. */
const completion = (message: object, finish_reason = 'stop'): Reply =>
  replyJson(200, {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_741_570_283,
    model: 'some-model',
    choices: [
      { index: 0, message: { role: 'assistant', ...message }, logprobs: null, finish_reason },
    ],
    usage: { prompt_tokens: 1_117, completion_tokens: 46, total_tokens: 1_163 },
  });
const says = (content: string, finish_reason = 'stop') => completion({ content }, finish_reason);
const ANSWER = says('{"a":1}');
const error = (status: number, message: string, headers = {}): Reply =>
  replyJson(
    status,
    { error: { message, type: 'invalid_request_error', param: null, code: null } },
    headers,
  );
const UNKNOWN_FORMAT = error(400, "'response_format' of type 'json_schema' is not supported");
const UNKNOWN_TOOLS = error(400, 'this model does not support tools');

const made = (options: object = {}) =>
  openaiAnswerer({ url, model: 'some-model', waitsMs: [2, 2, 2], ...options });
const ask = (model = made(), pictures = 2) =>
  model.ask(asked(pictures), AbortSignal.timeout(300_000));
/** What is looked into of a request. */
const Body = z.looseObject({
  response_format: z.unknown().optional(),
  tools: z.array(z.unknown()).optional(),
  messages: z.array(
    z.object({
      content: z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]),
    }),
  ),
});
const bodies = () => server.calls.map(({ body }) => Body.parse(body));
const rungs = () =>
  bodies().map((body) => (body.response_format ? 'json_schema' : body.tools ? 'tool' : 'words'));

test('pictures come before words, under a strict schema, without a temperature', async () => {
  server.script = [ANSWER];
  const told = await ask(made({ apiKey: 'secret' }));
  expect(told).toEqual({ json: { a: 1 }, tokens: { input: 1_117, output: 46 } });
  const [call] = server.calls;
  expect(call?.path).toBe('/v1/chat/completions');
  expect(call?.headers.authorization).toBe('Bearer secret');
  const image = { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,/9j/' } };
  expect(call?.body).toEqual({
    model: 'some-model',
    max_tokens: 800,
    messages: [
      { role: 'system', content: 'You read videos.' },
      { role: 'user', content: [image, image, { type: 'text', text: 'What is seen?' }] },
    ],
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'answer', strict: true, schema: SCHEMA },
    },
  });
});

test('a server without a key is sent none', async () => {
  server.script = [ANSWER];
  await ask();
  expect(server.calls[0]?.headers.authorization).toBeUndefined();
});

describe('what is busy or fails is asked again:', () => {
  test.each<[string, Reply[]]>([
    ['429', [error(429, 'Rate limit reached')]],
    ['no completion', [replyJson(200, { error: { code: 429 } })]],
    ['a page', [(response) => response.end('<html>')]],
  ])('%s', async (_what, before) => {
    server.script = [...before, ANSWER];
    expect((await ask()).json).toEqual({ a: 1 });
    expect(server.calls).toHaveLength(before.length + 1);
  });

  test('not before the server wants it', async () => {
    server.script = [error(429, 'Rate limit reached', { 'retry-after': '0.2' }), ANSWER];
    await ask();
    const [first, second] = server.calls;
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(199);
  });

  test('with Retry-After as a date', async () => {
    // A date has whole seconds: between one and two of them are left.
    const date = new Date(Date.now() + 2_000).toUTCString();
    server.script = [error(503, 'overloaded', { 'retry-after': date }), ANSWER];
    await ask();
    const [first, second] = server.calls;
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThan(500);
  });
});

test.each([
  [401, 'Incorrect API key provided: secret'],
  [404, 'The model does not exist'],
  [400, 'This model has a maximum context length of 4096 tokens'],
])('%i (%s) is told at once, without what the server said', async (status, message) => {
  server.script = [error(status, message)];
  const refusal = await ask().catch((error: unknown) => error);
  expect(refusal).toMatchObject(failed('until the operator of this service has mended that'));
  expect(refusal).toMatchObject({ message: expect.not.stringContaining(message) });
  expect(server.calls).toHaveLength(1);
});

describe('a form of structured output that a server does not know', () => {
  test('gives way to a tool, which is remembered', async () => {
    const call = { id: 'call_1', type: 'function' };
    const tool = completion(
      {
        content: null,
        tool_calls: [{ ...call, function: { name: 'answer', arguments: '{"a":2}' } }],
      },
      'tool_calls',
    );
    server.script = [UNKNOWN_FORMAT, tool, tool];
    const model = made();
    expect((await ask(model)).json).toEqual({ a: 2 });
    expect((await ask(model)).json).toEqual({ a: 2 });
    expect(rungs()).toEqual(['json_schema', 'tool', 'tool']);
    expect(bodies()[1]?.['tool_choice']).toBeUndefined();
    expect(bodies()[1]?.tools?.[0]).toMatchObject({
      type: 'function',
      function: { name: 'answer', parameters: SCHEMA },
    });
  });

  test('gives way to words in the end, which hold the schema', async () => {
    server.script = [UNKNOWN_FORMAT, UNKNOWN_TOOLS, ANSWER];
    expect((await ask()).json).toEqual({ a: 1 });
    expect(rungs()).toEqual(['json_schema', 'tool', 'words']);
    const last = bodies()[2]?.messages[1]?.content.at(-1);
    expect(last).toMatchObject({ text: expect.stringContaining(JSON.stringify(SCHEMA)) });
  });

  test('is tried anew after a request that no form could help', async () => {
    const bad = error(400, 'Invalid image data');
    server.script = [bad, bad, bad, ANSWER];
    const model = made();
    await expect(ask(model)).rejects.toMatchObject(failed('refuses what it is sent'));
    await ask(model);
    expect(rungs()).toEqual(['json_schema', 'tool', 'words', 'json_schema']);
  });

  test('is told apart from the older name of the limit on tokens', async () => {
    const renamed = error(
      400,
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    );
    server.script = [renamed, ANSWER, ANSWER];
    const model = made();
    await ask(model);
    await ask(model);
    expect(rungs()).toEqual(['json_schema', 'json_schema', 'json_schema']);
    expect(bodies()[2]?.['max_completion_tokens']).toBe(800);
    expect(bodies()[2]?.['max_tokens']).toBeUndefined();
  });
});

test.each<[string, Reply, unknown]>([
  ['in a fence', says('Here it is:\n```json\n{"a":1}\n```\nDone.'), { a: 1 }],
  ['after thoughts', says('<think>Is it {"a":0}?</think>\n{"a":1}'), { a: 1 }],
  ['after thoughts whose start is left out', says('Is it {"a":0}?</think>{"a":1}'), { a: 1 }],
  ['after thoughts and in a fence', says('<think>hm</think>```\n{"a":1}\n```'), { a: 1 }],
  ['between words', says('The answer is {"a":1}.'), { a: 1 }],
  ['with such words in it', says('{"a":"</think> ```x```"}'), { a: '</think> ```x```' }],
  [
    'in parts',
    completion({ content: [{ type: 'text', text: '{"a"' }, { text: ':1}' }] }),
    { a: 1 },
  ],
  ['beside an empty list of tools', completion({ content: '{"a":1}', tool_calls: [] }), { a: 1 }],
  ['cut off', says('{"a":1,"b":{"c":[1,2', 'length'), undefined],
  ['cut off in a fence', says('```json\n{"a":{"b":1},"c', 'length'), undefined],
  ['cut off in its thoughts', says('<think>Maybe {"a":0} or', 'length'), undefined],
  ['of nothing', completion({ content: null }), undefined],
])('JSON %s is read for what it is', async (_what, reply, json) => {
  server.script = [reply];
  expect((await ask()).json).toEqual(json);
});

test.each<[string, Reply, string | undefined]>([
  ['cut off', says('{"a":1,"b":{"c":[1,2', 'length'), 'in_answer'],
  ['cut off in a fence', says('```json\n{"a":{"b":1},"c', 'length'), 'in_answer'],
  ['cut off in its thoughts', says('<think>Maybe {"a":0} or', 'length'), 'in_thoughts'],
  ['cut off before it begins', completion({ content: null }, 'length'), 'in_thoughts'],
  [
    'a call of a tool that was not given',
    completion({ content: null, tool_calls: [{ type: 'custom', custom: { name: 'look' } }] }),
    'for_a_tool',
  ],
  ['of nothing', completion({ content: null }), undefined],
])(
  'an answer that is %s is told as that, and is not asked for again',
  async (_what, reply, why) => {
    server.script = [reply];
    expect((await ask()).broken).toBe(why);
    expect(server.calls).toHaveLength(1);
  },
);

test('what a tool is called with is taken as text and as it is', async () => {
  const called = (args: unknown) =>
    completion({
      content: '',
      tool_calls: [
        { type: 'function', function: { name: 'look', arguments: '{"a":0}' } },
        { type: 'function', function: { name: 'answer', arguments: args } },
      ],
    });
  server.script = [called('{"a":3}'), called({ a: 3 })];
  expect((await ask()).json).toEqual({ a: 3 });
  expect((await ask()).json).toEqual({ a: 3 });
});

test('a server that sends its callers elsewhere is not followed, and not asked again', async () => {
  const { port } = new URL(url);
  const elsewhere = { location: `http://127.0.0.1:${port}/elsewhere` };
  server.script = [replyJson(307, {}, elsewhere)];
  await expect(ask()).rejects.toMatchObject(failed('refuses what it is sent'));
  expect(server.calls.map(({ path }) => path)).toEqual(['/v1/chat/completions']);
});

describe('the time that an answer may take is that of all tries together:', () => {
  test('a server that says nothing is waited for once', async () => {
    server.script = [silence, ANSWER];
    const refusal = await ask(made({ timeoutMs: 200 })).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ModelSilent);
    expect(refusal).toMatchObject(failed('did not answer within 0.2 s'));
    expect(server.calls).toHaveLength(1);
  });

  test('a wait that would take the rest of it is not begun', async () => {
    const busy = error(503, 'overloaded', { 'retry-after': '20' });
    server.script = [busy, ANSWER];
    const began = performance.now();
    await expect(ask(made({ timeoutMs: 5_000 }))).rejects.toMatchObject(failed('did not answer'));
    expect(performance.now() - began).toBeLessThan(4_000);
  });

  test('whoever leaves is not told that the server is silent', async () => {
    server.script = [silence];
    const leaving = new AbortController();
    const asking = made().ask(asked(), leaving.signal);
    leaving.abort(new Error('left'));
    await expect(asking).rejects.toThrow('left');
  });
});

test.each<[string, Reply]>([
  ['refuses', completion({ content: null, refusal: "I'm sorry, I cannot assist." })],
  ['is filtered', completion({ content: null }, 'content_filter')],
])('a model that %s is not asked again', async (_what, reply) => {
  server.script = [reply];
  await expect(ask()).rejects.toMatchObject(failed('refused to answer'));
  expect(server.calls).toHaveLength(1);
});

test('a server that takes no pictures fails the call', async () => {
  server.script = [error(400, 'At most 0 image(s) may be provided in one request.')];
  await expect(ask()).rejects.toMatchObject(failed('refuses what it is sent'));
});
