import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { z } from 'zod';
import { bedrockAnswerer } from '../../../layers/adapters/models/bedrock.ts';
import { ModelSilent } from '../../../layers/app/ports/questions/answerer.ts';
import { asked, failed, SCHEMA } from '../../support/models/asked.ts';
import {
  type Reply,
  replyJson,
  ScriptedServer,
  silence,
} from '../../support/models/scripted-server.ts';

// The client speaks HTTP/2, as it does to Bedrock.
const server = new ScriptedServer('h2');
let client: BedrockRuntimeClient;

beforeAll(async () => {
  client = new BedrockRuntimeClient({
    endpoint: await server.start(),
    region: 'us-east-1',
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    maxAttempts: 1,
  });
});
beforeEach(() => server.reset());
afterAll(() => {
  client.destroy();
  server.stop();
});

const USAGE = { inputTokens: 30, outputTokens: 20, totalTokens: 50 };
/**
 * As https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html documents
 * it.
 */
const converse = (content: object[], stopReason = 'end_turn', usage: object = USAGE): Reply =>
  replyJson(200, {
    output: { message: { role: 'assistant', content } },
    stopReason,
    usage,
    metrics: { latencyMs: 12 },
  });
const says = (text: string, stopReason = 'end_turn') => converse([{ text }], stopReason);
const ANSWER = says('{"a":1}');
const fault = (status: number, name: string, message = ''): Reply =>
  replyJson(status, { message }, { 'x-amzn-errortype': name });
const invalid = (message: string) => fault(400, 'ValidationException', message);
const UNKNOWN_FORMAT = invalid('This model does not support outputConfig.textFormat.');
const UNKNOWN_TOOLS = invalid("This model doesn't support tool use.");

const made = (options: object = {}) =>
  bedrockAnswerer({ client, modelId: 'us.some.model-v1:0', waitsMs: [2, 2, 2], ...options });
const ask = (model = made(), pictures = 2) =>
  model.ask(asked(pictures), AbortSignal.timeout(300_000));
/** What is looked into of a request. */
const Body = z.looseObject({
  outputConfig: z.unknown().optional(),
  toolConfig: z.unknown().optional(),
  messages: z.array(z.object({ content: z.array(z.looseObject({ text: z.string().optional() })) })),
});
const bodies = () => server.calls.map(({ body }) => Body.parse(body));
const sent = (at: number) => bodies()[at]?.messages[0]?.content ?? [];
const rungs = () =>
  bodies().map((body) => (body.outputConfig ? 'format' : body.toolConfig ? 'tool' : 'words'));
const CACHE_POINT = { cachePoint: { type: 'default' } };

test('pictures come before words, a cache point after them, without a temperature', async () => {
  server.script = [ANSWER];
  expect((await ask()).json).toEqual({ a: 1 });
  const [call] = server.calls;
  expect(call?.path).toBe('/model/us.some.model-v1%3A0/converse');
  expect(call?.headers.authorization).toContain('AWS4-HMAC-SHA256 Credential=key/');
  const image = { image: { format: 'jpeg', source: { bytes: '/9j/' } } };
  expect(call?.body).toEqual({
    system: [{ text: 'You read videos.' }],
    messages: [{ role: 'user', content: [image, image, CACHE_POINT, { text: 'What is seen?' }] }],
    inferenceConfig: { maxTokens: 800 },
    outputConfig: {
      textFormat: {
        type: 'json_schema',
        structure: { jsonSchema: { name: 'answer', schema: JSON.stringify(SCHEMA) } },
      },
    },
  });
});

test('words alone have no cache point', async () => {
  server.script = [ANSWER];
  await ask(made(), 0);
  expect(sent(0)).toEqual([{ text: 'What is seen?' }]);
});

test('tokens that were read from a cache or written to it count as input', async () => {
  const usage = { ...USAGE, cacheReadInputTokens: 1_000, cacheWriteInputTokens: 200 };
  server.script = [converse([{ text: '{"a":1}' }], 'end_turn', usage)];
  expect((await ask()).tokens).toEqual({ input: 1_230, output: 20 });
});

test('a model without a prompt cache is asked without a cache point from then on', async () => {
  server.script = [
    fault(
      403,
      'AccessDeniedException',
      'You invoked an unsupported model or your request did not allow prompt caching.',
    ),
    ANSWER,
    ANSWER,
  ];
  const model = made();
  expect((await ask(model)).json).toEqual({ a: 1 });
  await ask(model);
  expect([0, 1, 2].map((at) => sent(at).length)).toEqual([4, 3, 3]);
  expect(rungs()).toEqual(['format', 'format', 'format']);
});

describe('what is busy or fails is asked again:', () => {
  test.each<[string, Reply[]]>([
    ['429', [fault(429, 'ThrottlingException', 'Too many tokens, please wait')]],
    ['500', [fault(500, 'InternalServerException')]],
    ['a model that is not ready', [fault(429, 'ModelNotReadyException')]],
    ['a model that was too slow', [fault(408, 'ModelTimeoutException')]],
  ])('%s', async (_what, before) => {
    server.script = [...before, ANSWER];
    expect((await ask()).json).toEqual({ a: 1 });
    expect(server.calls).toHaveLength(before.length + 1);
  });

  test.each([
    ['once, where the model failed', fault(424, 'ModelErrorException'), 2],
    ['never, without rights', fault(403, 'AccessDeniedException', 'not authorized'), 1],
  ])('%s', async (_what, reply, calls) => {
    server.script = Array.from({ length: 9 }, () => reply);
    await expect(ask()).rejects.toMatchObject(failed('Nothing was charged'));
    expect(server.calls).toHaveLength(calls);
  });
});

describe('a form of structured output that a model does not know', () => {
  test('gives way to a tool that is not forced, which is remembered', async () => {
    const toolUse = { toolUseId: 'tooluse_1', name: 'answer', input: { a: 2 } };
    const tool = converse([{ text: 'I answer.' }, { toolUse }], 'tool_use');
    server.script = [UNKNOWN_FORMAT, tool, tool];
    const model = made();
    expect((await ask(model)).json).toEqual({ a: 2 });
    expect((await ask(model)).json).toEqual({ a: 2 });
    expect(rungs()).toEqual(['format', 'tool', 'tool']);
    expect(bodies()[1]?.toolConfig).toEqual({
      tools: [
        {
          toolSpec: {
            name: 'answer',
            description: 'Gives the answer.',
            inputSchema: { json: SCHEMA },
          },
        },
      ],
    });
  });

  test('gives way to words in the end, which hold the schema', async () => {
    server.script = [UNKNOWN_FORMAT, UNKNOWN_TOOLS, says('```json\n{"a":1}\n```')];
    expect((await ask()).json).toEqual({ a: 1 });
    expect(rungs()).toEqual(['format', 'tool', 'words']);
    expect(sent(2).at(-1)?.text).toContain(JSON.stringify(SCHEMA));
  });

  test('is tried anew after a request that no form could help', async () => {
    const bad = invalid('The image format is not valid.');
    server.script = [bad, bad, bad, ANSWER];
    const model = made();
    await expect(ask(model)).rejects.toMatchObject(failed('refuses what it is sent'));
    await ask(model);
    expect(rungs()).toEqual(['format', 'tool', 'words', 'format']);
  });
});

test.each<[string, Reply, unknown]>([
  [
    'beside reasoning',
    converse([{ reasoningContent: { reasoningText: { text: '{"a":0}' } } }, { text: '{"a":1}' }]),
    { a: 1 },
  ],
  ['in two blocks', converse([{ text: '{"a"' }, { text: ':1}' }]), { a: 1 }],
  ['of nothing', converse([]), undefined],
])('JSON %s is read for what it is', async (_what, reply, json) => {
  server.script = [reply];
  expect((await ask()).json).toEqual(json);
});

test.each<[string, Reply, string | undefined]>([
  ['within it', says('{"a":1,"b":[1,2', 'max_tokens'), 'in_answer'],
  [
    'within a tool',
    converse([{ toolUse: { toolUseId: 't', name: 'answer', input: {} } }], 'max_tokens'),
    'in_answer',
  ],
  [
    'within its thoughts',
    converse([{ reasoningContent: { reasoningText: { text: '{"a":0' } } }], 'max_tokens'),
    'in_thoughts',
  ],
  [
    'at the end of the context',
    says('{"sentences":[', 'model_context_window_exceeded'),
    'in_answer',
  ],
  ['nowhere', ANSWER, undefined],
])(
  'an answer that is cut off %s is told as that, and is not asked for again',
  async (_, reply, why) => {
    server.script = [reply];
    expect((await ask()).broken).toBe(why);
    expect(server.calls).toHaveLength(1);
  },
);

test('a model that says nothing is waited for once', async () => {
  server.script = [silence, ANSWER];
  const refusal = await ask(made({ timeoutMs: 200 })).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ModelSilent);
  expect(server.calls).toHaveLength(1);
});

test.each(['content_filtered', 'guardrail_intervened'])(
  'an answer that ends as %s is a refusal, and is not asked for again',
  async (stopReason) => {
    server.script = [says('Sorry.', stopReason)];
    await expect(ask()).rejects.toMatchObject(failed('refused to answer'));
    expect(server.calls).toHaveLength(1);
  },
);
