import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Answerer, type Asked, PicturesRefused, type Told } from '../../app/ports/answerer.ts';
import { DomainError } from '../../domain/errors.ts';
import { jsonIn, jsonOnly } from './told-json.ts';

export interface OpenaiModel {
  /** With or without the path `/v1/chat/completions`. */
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly model: string;
  /** How long one answer may take, in milliseconds. */
  readonly timeoutMs?: number;
  /** Waits before each further try, in milliseconds. */
  readonly waitsMs?: readonly number[];
}

const PATH = '/chat/completions';
const TIMEOUT_MS = 240_000;
const WAITS_MS = [1_000, 4_000, 12_000];
const LONGEST_WAIT_MS = 30_000;
const MOST_PICTURES = 20;

const openaiModelName = ({ model, url }: Pick<OpenaiModel, 'model' | 'url'>): string =>
  `${model} at ${new URL(url).host}`;

/** How an answer is made to be JSON, the strictest first. Each server knows some of them. */
const RUNGS = ['json_schema', 'tool', 'words'] as const;
type Rung = (typeof RUNGS)[number];

const Completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({
          content: z
            .union([z.string(), z.array(z.object({ text: z.string().optional() }))])
            .nullish(),
          refusal: z.string().nullish(),
          tool_calls: z
            .array(z.object({ function: z.object({ arguments: z.string() }) }))
            .nullish(),
        }),
      }),
    )
    .min(1),
  usage: z
    .object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() })
    .nullish(),
});
type Completion = z.infer<typeof Completion>;

/**
 * Any server that speaks OpenAI's chat completions: OpenAI, vLLM, Ollama, llama.cpp, LM Studio.
 * https://platform.openai.com/docs/api-reference/chat/create
 */
export function openaiAnswerer(server: OpenaiModel): Answerer {
  const address = addressOf(server.url);
  // What a server was found to take is remembered for as long as this process lives.
  let rung = 0;
  let pictures = MOST_PICTURES;
  const waits = server.waitsMs ?? WAITS_MS;
  const name = openaiModelName(server);
  return {
    name,
    get picturesPerCall() {
      return pictures;
    },
    async ask(asked, signal): Promise<Told> {
      for (let attempt = 0; ; ) {
        const outcome = await send(
          server,
          address,
          bodyOf(server.model, asked, RUNGS[rung]),
          signal,
        );
        if ('completion' in outcome) return toldBy(name, outcome.completion);
        if (outcome.pictures !== undefined && outcome.pictures < pictures) {
          pictures = outcome.pictures;
          throw new PicturesRefused(pictures, { cause: new Error(outcome.why) });
        }
        if (outcome.status === 400 || outcome.status === 422) {
          if (!/context|too long|max.*token/i.test(outcome.why) && rung < RUNGS.length - 1) {
            rung += 1;
            continue;
          }
        }
        const wait = outcome.again ? waits[attempt] : undefined;
        if (wait === undefined) throw down(name, outcome.why);
        attempt += 1;
        const asks = Math.min(outcome.afterMs, LONGEST_WAIT_MS);
        await sleep(Math.max(wait, asks) * (0.5 + Math.random() / 2), undefined, { signal });
      }
    },
  };
}

const down = (name: string, why: string) =>
  new DomainError(
    'processing_failed',
    `The model ${name} did not answer. Nothing was charged. Sending the same call again is safe.`,
    {},
    { cause: new Error(why) },
  );

function addressOf(base: string): URL {
  const address = new URL(base);
  const path = address.pathname.replace(/\/+$/, '');
  if (!path.endsWith(PATH)) address.pathname = `${path === '' ? '/v1' : path}${PATH}`;
  return address;
}

const TOOL = 'answer';

function bodyOf(model: string, asked: Asked, rung: Rung = 'words'): string {
  const { pass, system, content, schema, maxTokens } = asked;
  const parts = content.map((part) =>
    'text' in part
      ? { type: 'text', text: part.text }
      : {
          type: 'image_url',
          image_url: { url: `data:image/jpeg;base64,${Buffer.from(part.jpeg).toString('base64')}` },
        },
  );
  const said = rung === 'words' ? [...parts, { type: 'text', text: jsonOnly(schema) }] : parts;
  return JSON.stringify({
    model,
    max_tokens: maxTokens,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: said },
    ],
    ...(rung === 'json_schema'
      ? {
          response_format: {
            type: 'json_schema',
            json_schema: { name: pass, strict: true, schema },
          },
        }
      : {}),
    // Newer models refuse to be forced to a tool.
    ...(rung === 'tool'
      ? {
          tools: [
            {
              type: 'function',
              function: { name: TOOL, description: 'Gives the answer.', parameters: schema },
            },
          ],
        }
      : {}),
  });
}

type Outcome =
  | { readonly completion: Completion }
  | {
      readonly why: string;
      readonly status: number;
      readonly again: boolean;
      readonly afterMs: number;
      /** How many pictures the server says that it takes. */
      readonly pictures?: number;
    };

async function send(
  { apiKey, timeoutMs = TIMEOUT_MS }: OpenaiModel,
  address: URL,
  body: string,
  signal: AbortSignal,
): Promise<Outcome> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, {
      method: 'POST',
      body,
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    text = await response.text();
  } catch (error) {
    signal.throwIfAborted();
    return { why: String(error), status: 0, again: true, afterMs: 0 };
  }
  if (!response.ok) {
    const { status } = response;
    const limit =
      /at most (\d+) image|limit[^\d]{0,40}(\d+) image|(\d+) image\(?s?\)?[^.]{0,30}(?:allowed|per prompt|per request)/i.exec(
        text,
      );
    const pictures = Number(limit?.slice(1).find((group) => group !== undefined));
    return {
      why: `${status} ${text.slice(0, 300)}`,
      status,
      again: status === 408 || status === 429 || status >= 500,
      afterMs: 1000 * (Number(response.headers.get('retry-after')) || 0),
      ...(status === 400 && Number.isInteger(pictures) ? { pictures } : {}),
    };
  }
  const parsed = Completion.safeParse(jsonIn(text));
  if (parsed.success) return { completion: parsed.data };
  return { why: `not a completion: ${text.slice(0, 300)}`, status: 200, again: true, afterMs: 0 };
}

function toldBy(name: string, { choices, usage }: Completion): Told {
  const [choice] = choices;
  const { content, refusal, tool_calls } = choice?.message ?? {};
  if (typeof refusal === 'string' && refusal !== '') {
    throw new DomainError(
      'processing_failed',
      `The model ${name} refused to answer. Nothing was charged.`,
      {},
      { cause: new Error(refusal.slice(0, 300)) },
    );
  }
  const text =
    tool_calls?.[0]?.function.arguments ??
    (typeof content === 'string'
      ? content
      : (content ?? []).map((part) => part.text ?? '').join(''));
  return {
    // What was cut off at max_tokens is no JSON, and is asked for once more.
    json: jsonIn(text),
    tokens: { input: usage?.prompt_tokens ?? 0, output: usage?.completion_tokens ?? 0 },
  };
}
