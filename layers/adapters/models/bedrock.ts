import {
  BedrockRuntimeClient,
  BedrockRuntimeServiceException,
  type ContentBlock,
  ConverseCommand,
  type ConverseCommandInput,
  type ConverseCommandOutput,
  type ToolInputSchema,
} from '@aws-sdk/client-bedrock-runtime';
import {
  type Answerer,
  type Asked,
  ModelRefused,
  type Told,
} from '../../app/ports/questions/answerer.ts';
import { DomainError } from '../../domain/errors.ts';
import { askingAgain, type ModelPatience } from './ask-again.ts';
import { pictureLimitIn } from './picture-limit.ts';
import { cutOffIn, jsonIn, jsonOnly } from './told-json.ts';

interface BedrockModel extends ModelPatience {
  readonly client: Pick<BedrockRuntimeClient, 'send'>;
  /** A model, or better an inference profile. */
  readonly modelId: string;
}

/** Busy, or failing for the moment; these pass with time. */
const AGAIN: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'ServiceUnavailableException',
  'InternalServerException',
  'ModelNotReadyException',
]);
/** These may pass, but are paid for or slow: once more and no further. */
const ONCE_MORE: ReadonlySet<string> = new Set(['ModelTimeoutException', 'ModelErrorException']);

/** How an answer is made to be JSON, the strictest first. Each model knows some of them. */
const RUNGS = ['format', 'tool', 'words'] as const;
type Rung = (typeof RUNGS)[number];
const TOOL = 'answer';

const bedrockName = (modelId: string): string => `${modelId} on Amazon Bedrock`;

export const bedrockClient = (): BedrockRuntimeClient =>
  new BedrockRuntimeClient({ maxAttempts: 1 });

/** Vision models on Amazon Bedrock, by Converse. */
export function bedrockAnswerer({ client, modelId, ...patience }: BedrockModel): Answerer {
  const name = bedrockName(modelId);
  return askingAgain<Form>({
    ...patience,
    name,
    form: { rung: 0, cached: true },
    async send(asked, form, { signal: abortSignal, attempt }) {
      try {
        const command = new ConverseCommand(inputOf(modelId, asked, form));
        return { told: toldBy(name, await client.send(command, { abortSignal })) };
      } catch (cause) {
        if (cause instanceof DomainError) throw cause;
        return {
          cause,
          // None at all is said of models without eyes, in another form.
          pictures: (isRefusal(cause) && pictureLimitIn(cause.message)) || undefined,
          form: otherForm(form, cause),
          again: mayPass(cause, attempt),
        };
      }
    },
  });
}

/** How a request is put: what makes its answer JSON, and whether the sheets are to be cached. */
interface Form {
  readonly rung: number;
  readonly cached: boolean;
}

const isRefusal = (error: unknown): error is BedrockRuntimeServiceException =>
  error instanceof BedrockRuntimeServiceException &&
  (error.name === 'ValidationException' || error.name === 'AccessDeniedException');

/** The next form to try after a refusal; undefined when another form would not help. */
function otherForm(form: Form, error: unknown): Form | undefined {
  if (!isRefusal(error)) return undefined;
  // Models without a prompt cache refuse a cache point, some as a lack of rights.
  if (form.cached && /cach/i.test(error.message)) return { ...form, cached: false };
  const unknown =
    error.name === 'ValidationException' &&
    /output|format|schema|tool|grammar/i.test(error.message);
  return unknown && form.rung < RUNGS.length - 1 ? { ...form, rung: form.rung + 1 } : undefined;
}

function mayPass(error: unknown, attempt: number): boolean {
  if (!(error instanceof BedrockRuntimeServiceException)) return true;
  if (ONCE_MORE.has(error.name)) return attempt === 0;
  return AGAIN.has(error.name) || (error.$metadata.httpStatusCode ?? 0) >= 500;
}

function inputOf(modelId: string, asked: Asked, form: Form): ConverseCommandInput {
  const { pass, system, content, schema, maxTokens } = asked;
  const rung: Rung = RUNGS[form.rung] ?? 'words';
  const blocks = content.map(
    (part): ContentBlock =>
      'text' in part
        ? { text: part.text }
        : { image: { format: 'jpeg', source: { bytes: part.jpeg } } },
  );
  const sheets = blocks.filter(({ image }) => image);
  const words = blocks.filter(({ image }) => !image);
  // A question put again about the same sheets, as a repair is, finds them read already.
  const cached: ContentBlock[] =
    form.cached && sheets.length > 0 ? [{ cachePoint: { type: 'default' } }] : [];
  const said: ContentBlock[] = rung === 'words' ? [{ text: jsonOnly(schema) }] : [];
  return {
    modelId,
    system: [{ text: system }],
    messages: [{ role: 'user', content: [...sheets, ...cached, ...words, ...said] }],
    // Newer models refuse a temperature.
    inferenceConfig: { maxTokens },
    ...(rung === 'format'
      ? {
          outputConfig: {
            textFormat: {
              type: 'json_schema',
              structure: { jsonSchema: { name: pass, schema: JSON.stringify(schema) } },
            },
          },
        }
      : {}),
    ...(rung === 'tool'
      ? {
          toolConfig: {
            tools: [
              {
                toolSpec: {
                  name: TOOL,
                  description: 'Gives the answer.',
                  inputSchema: { json: schema as ToolInputSchema.JsonMember['json'] },
                },
              },
            ],
          },
        }
      : {}),
  };
}

function toldBy(name: string, { output, stopReason, usage }: ConverseCommandOutput): Told {
  const tokens = {
    input:
      (usage?.inputTokens ?? 0) +
      (usage?.cacheReadInputTokens ?? 0) +
      (usage?.cacheWriteInputTokens ?? 0),
    output: usage?.outputTokens ?? 0,
  };
  if (stopReason === 'content_filtered' || stopReason === 'guardrail_intervened') {
    throw new ModelRefused(name, tokens);
  }
  const blocks = output?.message?.content ?? [];
  const used = blocks.find((block) => block.toolUse !== undefined)?.toolUse?.input;
  const text = blocks.map((block) => block.text ?? '').join('');
  const isCut = stopReason === 'max_tokens' || stopReason === 'model_context_window_exceeded';
  return {
    json: used ?? jsonIn(text),
    tokens,
    broken: isCut ? (used === undefined ? cutOffIn(text) : 'in_answer') : undefined,
  };
}
