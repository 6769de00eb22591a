import { z } from 'zod';
import {
  type Answerer,
  type Asked,
  ModelRefused,
  type Told,
} from '../../app/ports/questions/answerer.ts';
import { askingAgain, type ModelPatience } from './ask-again.ts';
import { pictureLimitIn } from './picture-limit.ts';
import { cutOffIn, jsonIn, jsonOnly } from './told-json.ts';

export interface OpenaiModel extends ModelPatience {
  /** With or without the path `/v1/chat/completions`. */
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly model: string;
}

const PATH = '/chat/completions';

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
          // Of a tool that it was not given, a model may call any kind.
          tool_calls: z
            .array(
              z.object({
                function: z
                  .object({ name: z.string().nullish(), arguments: z.unknown() })
                  .optional(),
              }),
            )
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
export function openaiAnswerer({ url, apiKey, model, ...patience }: OpenaiModel): Answerer {
  const address = addressOf(url);
  const name = openaiModelName({ model, url });
  return askingAgain<Form>({
    ...patience,
    name,
    form: { rung: 0, limit: 'max_tokens' },
    async send(asked, form, { signal }) {
      const body = bodyOf(model, asked, form);
      const outcome = await send({ address, apiKey, body }, signal);
      if ('completion' in outcome) return { told: toldBy(name, outcome.completion) };
      const { why, ...refusal } = outcome;
      return { ...refusal, cause: new Error(why), form: otherForm(form, outcome) };
    },
  });
}

/** How a request is put: what makes its answer JSON, and the name of the limit on its length. */
interface Form {
  readonly rung: number;
  readonly limit: 'max_tokens' | 'max_completion_tokens';
}

/** The next form to try after a refusal; undefined when another form would not help. */
function otherForm(form: Form, { status, why }: Refusal): Form | undefined {
  if (status !== 400 && status !== 422) return undefined;
  // OpenAI's reasoning models know the limit by its newer name alone, and say so.
  if (form.limit === 'max_tokens' && why.includes('max_completion_tokens')) {
    return { ...form, limit: 'max_completion_tokens' };
  }
  if (/context|too long|max.*token/i.test(why) || form.rung === RUNGS.length - 1) return undefined;
  return { ...form, rung: form.rung + 1 };
}

function addressOf(base: string): URL {
  const address = new URL(base);
  const path = address.pathname.replace(/\/+$/, '');
  if (!path.endsWith(PATH)) address.pathname = `${path === '' ? '/v1' : path}${PATH}`;
  return address;
}

const TOOL = 'answer';

function bodyOf(model: string, asked: Asked, form: Form): string {
  const { pass, system, content, schema, maxTokens } = asked;
  const rung: Rung = RUNGS[form.rung] ?? 'words';
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
    [form.limit]: maxTokens,
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

interface Refusal {
  readonly why: string;
  readonly status: number;
  readonly again: boolean;
  readonly afterMs: number;
  /** How many pictures the server says that it takes. */
  readonly pictures?: number | undefined;
}

type Outcome = { readonly completion: Completion } | Refusal;

interface Post extends Pick<OpenaiModel, 'apiKey'> {
  readonly address: URL;
  readonly body: string;
}

async function send({ address, apiKey, body }: Post, signal: AbortSignal): Promise<Outcome> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, {
      method: 'POST',
      body,
      // The sheets and the key go where the operator says, and nowhere else.
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      signal,
    });
    text = await response.text();
  } catch (error) {
    return { why: String(error), status: 0, again: true, afterMs: 0 };
  }
  if (!response.ok) {
    const { status } = response;
    return {
      why: `${status} ${text.slice(0, 300)}`,
      status,
      again: status === 408 || status === 429 || status >= 500,
      afterMs: afterMs(response.headers.get('retry-after')),
      pictures: status === 400 ? pictureLimitIn(text) : undefined,
    };
  }
  const parsed = Completion.safeParse(jsonIn(text));
  if (parsed.success) return { completion: parsed.data };
  return { why: `not a completion: ${text.slice(0, 300)}`, status: 200, again: true, afterMs: 0 };
}

/** Seconds or a date. https://www.rfc-editor.org/rfc/rfc9110#name-retry-after */
function afterMs(header: string | null): number {
  if (header === null) return 0;
  const seconds = Number(header);
  return Math.max(0, Number.isNaN(seconds) ? Date.parse(header) - Date.now() : 1000 * seconds) || 0;
}

function toldBy(name: string, { choices, usage }: Completion): Told {
  const [choice] = choices;
  const { content, refusal, tool_calls } = choice?.message ?? {};
  const tokens = { input: usage?.prompt_tokens ?? 0, output: usage?.completion_tokens ?? 0 };
  const filtered = choice?.finish_reason === 'content_filter';
  if (filtered || (typeof refusal === 'string' && refusal !== '')) {
    throw new ModelRefused(name, tokens, {
      cause: new Error(refusal?.slice(0, 300) || 'content_filter'),
    });
  }
  const called = tool_calls?.find((call) => (call.function?.name ?? TOOL) === TOOL)?.function
    ?.arguments;
  const text =
    (typeof called === 'string' && called) ||
    (typeof content === 'string'
      ? content
      : (content ?? []).map((part) => part.text ?? '').join(''));
  const strayed = called === undefined && text === '' && (tool_calls ?? []).length > 0;
  return {
    // Some servers hand over what a tool is called with as it is, not as text.
    json: typeof called === 'object' && called !== null ? called : jsonIn(text),
    tokens,
    broken:
      choice?.finish_reason === 'length' ? cutOffIn(text) : strayed ? 'for_a_tool' : undefined,
  };
}
