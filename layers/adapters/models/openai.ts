import { z } from 'zod';
import {
  type Answerer,
  type Asked,
  ModelRefused,
  type Told,
} from '../../app/ports/questions/answerer.ts';
import {
  addressOf,
  ask,
  misanswered,
  type OpenaiServer,
  type Refusal,
  serverName,
} from '../openai/server.ts';
import { askingAgain, type ModelPatience } from './ask-again.ts';
import { pictureLimitIn } from './picture-limit.ts';
import { cutOffIn, jsonIn, jsonOnly } from './told-json.ts';

export interface OpenaiModel extends ModelPatience, OpenaiServer {}

const PATH = '/chat/completions';

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
  const address = addressOf({ url }, PATH);
  const name = serverName({ model, url });
  return askingAgain<Form>({
    ...patience,
    name,
    form: { rung: 0, limit: 'max_tokens' },
    async send(asked, form, { signal }) {
      const answered = await ask(address, { apiKey }, bodyOf(model, asked, form), signal);
      if ('why' in answered) return refusedBy(answered, form);
      const parsed = Completion.safeParse(jsonIn(answered.text));
      if (parsed.success) return { told: toldBy(name, parsed.data) };
      return refusedBy(misanswered('a completion', answered, { again: true }), form);
    },
  });
}

function refusedBy(refusal: Refusal, form: Form) {
  const { why, status, again, afterMs } = refusal;
  return {
    cause: new Error(why),
    again,
    afterMs,
    pictures: status === 400 ? pictureLimitIn(why) : undefined,
    form: otherForm(form, refusal),
  };
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
