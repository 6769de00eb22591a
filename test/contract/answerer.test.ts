import { once } from 'node:events';
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import type { ModelPatience } from '../../layers/adapters/models/ask-again.ts';
import { bedrockAnswerer } from '../../layers/adapters/models/bedrock.ts';
import { openaiAnswerer } from '../../layers/adapters/models/openai.ts';
import {
  type Answerer,
  type Asked,
  ModelSilent,
} from '../../layers/app/ports/questions/answerer.ts';
import {
  hangUp,
  type Reply,
  replyJson,
  ScriptedServer,
  silence,
} from '../support/models/scripted-server.ts';

/** A kind of server, and how it says what every kind says. */
interface Kind {
  readonly server: ScriptedServer;
  /** Called once the server is there. */
  connect(origin: string): (patience: ModelPatience) => Answerer;
  says(text: string): Reply;
  cutOff(text: string): Reply;
  tool(input: object): Reply;
  readonly refusal: Reply;
  readonly busy: Reply;
  readonly tooLong: Reply;
  readonly unknownFormat: Reply;
  readonly unknownTools: Reply;
  readonly onePicture: Reply;
}

const completion = (message: object, finish_reason = 'stop'): Reply =>
  replyJson(200, {
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
    usage: { prompt_tokens: 30, completion_tokens: 20, total_tokens: 50 },
  });
const error = (status: number, message: string): Reply => replyJson(status, { error: { message } });

const converse = (content: object[], stopReason = 'end_turn'): Reply =>
  replyJson(200, {
    output: { message: { role: 'assistant', content } },
    stopReason,
    usage: { inputTokens: 30, outputTokens: 20, totalTokens: 50 },
    metrics: { latencyMs: 12 },
  });
const fault = (status: number, name: string, message = ''): Reply =>
  replyJson(status, { message }, { 'x-amzn-errortype': name });
const invalid = (message: string) => fault(400, 'ValidationException', message);

const KINDS: Readonly<Record<string, Kind>> = {
  'of OpenAI': {
    server: new ScriptedServer(),
    connect: (url) => (patience) => openaiAnswerer({ url, model: 'some-model', ...patience }),
    says: (content) => completion({ content }),
    cutOff: (content) => completion({ content }, 'length'),
    tool: (input) =>
      completion(
        {
          content: null,
          tool_calls: [{ function: { name: 'answer', arguments: JSON.stringify(input) } }],
        },
        'tool_calls',
      ),
    refusal: completion({ content: null, refusal: 'I cannot assist.' }),
    busy: error(503, 'overloaded'),
    tooLong: error(400, 'This model has a maximum context length of 4096 tokens'),
    unknownFormat: error(400, "'response_format' of type 'json_schema' is not supported"),
    unknownTools: error(400, 'this model does not support tools'),
    onePicture: error(400, 'At most 1 image(s) may be provided in one request.'),
  },
  'on Bedrock': {
    // The client speaks HTTP/2, as it does to Bedrock.
    server: new ScriptedServer('h2'),
    connect(endpoint) {
      const client = new BedrockRuntimeClient({
        endpoint,
        region: 'us-east-1',
        credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
        maxAttempts: 1,
      });
      clients.push(client);
      return (patience) => bedrockAnswerer({ client, modelId: 'us.some.model-v1:0', ...patience });
    },
    says: (text) => converse([{ text }]),
    cutOff: (text) => converse([{ text }], 'max_tokens'),
    tool: (input) =>
      converse([{ toolUse: { toolUseId: 'tooluse_1', name: 'answer', input } }], 'tool_use'),
    refusal: converse([{ text: 'Sorry.' }], 'guardrail_intervened'),
    busy: fault(503, 'ServiceUnavailableException'),
    tooLong: invalid('Input is too long for requested model.'),
    unknownFormat: invalid('This model does not support outputConfig.textFormat.'),
    unknownTools: invalid("This model doesn't support tool use."),
    onePicture: invalid('At most 1 image may be provided per request.'),
  },
};
const clients: BedrockRuntimeClient[] = [];
afterAll(() => {
  for (const client of clients) client.destroy();
});

const JPEG = { jpeg: new Uint8Array([255, 216, 255]), width: 100, height: 50 };
const SCHEMA = { type: 'object', properties: { a: { type: 'number' } } };
const asked = (pictures: number): Asked => ({
  pass: 'answer',
  system: 'You read videos.',
  content: [...Array.from({ length: pictures }, () => JPEG), { text: 'What is seen?' }],
  schema: SCHEMA,
  maxTokens: 800,
});
const failed = (message: string) => ({
  type: 'processing_failed',
  message: expect.stringContaining(message),
});

describe.each(Object.entries(KINDS))('a model %s', (_, kind) => {
  const { server } = kind;
  let connected: (patience: ModelPatience) => Answerer;
  beforeAll(async () => {
    connected = kind.connect(await server.start());
  });
  beforeEach(() => server.reset());
  afterAll(() => server.stop());

  const made = (patience: ModelPatience = {}) => connected({ waitsMs: [2, 2, 2], ...patience });
  const ask = (model = made(), pictures = 2) =>
    model.ask(asked(pictures), AbortSignal.timeout(300_000));
  const ANSWER = kind.says('{"a":1}');

  test('answers in JSON, and tells its tokens', async () => {
    server.script = [ANSWER];
    expect(await ask()).toEqual({ json: { a: 1 }, tokens: { input: 30, output: 20 } });
  });

  test.each<[string, Reply[]]>([
    ['is busy', [kind.busy, kind.busy]],
    ['hangs up', [hangUp]],
  ])('that %s is asked again', async (__, before) => {
    server.script = [...before, ANSWER];
    expect((await ask()).json).toEqual({ a: 1 });
    expect(server.calls).toHaveLength(before.length + 1);
  });

  test('that is silent for all the time that an answer may take is not asked again', async () => {
    server.script = [silence, ANSWER];
    const late = ask(made({ timeoutMs: 300 }));
    await expect(late).rejects.toBeInstanceOf(ModelSilent);
    await expect(late).rejects.toMatchObject(failed('did not answer within 0.3 s'));
    // On a busy machine the time may be over before the first request has come.
    expect(server.calls.length).toBeLessThan(2);
  });

  test.each<[string, Reply, number]>([
    ['as often as there are waits', kind.busy, 4],
    ['never, when it is sent too much', kind.tooLong, 1],
    ['never, when it refuses', kind.refusal, 1],
  ])('is asked again %s', async (__, reply, calls) => {
    server.script = Array.from({ length: 9 }, () => reply);
    await expect(ask()).rejects.toMatchObject(failed('Nothing was charged'));
    expect(server.calls).toHaveLength(calls);
  });

  test('that knows no format gives a tool, which is remembered', async () => {
    server.script = [kind.unknownFormat, kind.tool({ a: 2 }), kind.tool({ a: 3 })];
    const model = made();
    expect((await ask(model)).json).toEqual({ a: 2 });
    expect((await ask(model)).json).toEqual({ a: 3 });
    expect(server.calls).toHaveLength(3);
  });

  test('that knows neither is told the schema in words', async () => {
    server.script = [kind.unknownFormat, kind.unknownTools, kind.says('```json\n{"a":1}\n```')];
    expect((await ask()).json).toEqual({ a: 1 });
    const words = JSON.stringify(JSON.stringify(SCHEMA)).slice(1, -1);
    expect(JSON.stringify(server.calls.at(-1)?.body)).toContain(words);
  });

  test.each<[string, Reply, unknown]>([
    ['after thoughts', kind.says('<think>Is it {"a":0}?</think>{"a":1}'), { a: 1 }],
    ['cut off', kind.cutOff('{"a":1,"b":[{"c":1},'), undefined],
    ['of nothing', kind.says(''), undefined],
  ])('gives JSON %s, which is read for what it is', async (__, reply, json) => {
    server.script = [reply];
    expect((await ask()).json).toEqual(json);
  });

  test('that takes fewer pictures says so, and is sent fewer from then on', async () => {
    server.script = [kind.onePicture, kind.onePicture, ANSWER];
    const model = made();
    expect(model.picturesPerCall).toBe(20);
    const both = await Promise.allSettled([ask(model), ask(model)]);
    expect(both).toMatchObject([{ reason: { limit: 1 } }, { reason: { limit: 1 } }]);
    expect(model.picturesPerCall).toBe(1);
    expect((await ask(model, 1)).json).toEqual({ a: 1 });
  });

  test('whose call is ended ends at once, while it is asked and while it is waited for', async () => {
    const stop = new AbortController();
    server.script = [() => stop.abort(new Error('cancelled'))];
    await expect(made().ask(asked(2), stop.signal)).rejects.toThrow('cancelled');
    const stopWait = new AbortController();
    server.script = [
      (response) => {
        kind.busy(response);
        void once(response, 'close').then(() => stopWait.abort(new Error('cancelled')));
      },
    ];
    const waiting = made({ waitsMs: [60_000] }).ask(asked(2), stopWait.signal);
    await expect(waiting).rejects.toThrow();
    expect(server.calls).toHaveLength(2);
  });
});
