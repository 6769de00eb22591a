import { setTimeout as sleep } from 'node:timers/promises';
import {
  BedrockRuntimeClient,
  BedrockRuntimeServiceException,
  type ContentBlock,
  ConverseCommand,
  type ConverseCommandInput,
  type ConverseCommandOutput,
  type ToolInputSchema,
} from '@aws-sdk/client-bedrock-runtime';
import type { Answerer, Asked, Told } from '../../app/ports/answerer.ts';
import { DomainError } from '../../domain/errors.ts';
import { jsonIn, jsonOnly } from './told-json.ts';

interface BedrockModel {
  readonly client: Pick<BedrockRuntimeClient, 'send'>;
  /** A model, or better an inference profile. */
  readonly modelId: string;
  /** Waits before each further try, in milliseconds. */
  readonly waitsMs?: readonly number[];
}

/** Images that one message takes. https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html */
const MOST_PICTURES = 20;
const TIMEOUT_MS = 240_000;
const WAITS_MS = [1_000, 4_000, 12_000];
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
export function bedrockAnswerer({ client, modelId, waitsMs = WAITS_MS }: BedrockModel): Answerer {
  const name = bedrockName(modelId);
  // What a model was found to know is remembered for as long as this process lives.
  let rung = 0;
  return {
    name,
    picturesPerCall: MOST_PICTURES,
    async ask(asked, signal): Promise<Told> {
      for (let attempt = 0; ; ) {
        try {
          const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
          const command = new ConverseCommand(inputOf(modelId, asked, RUNGS[rung]));
          return toldBy(name, await client.send(command, { abortSignal }));
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof DomainError) throw error;
          if (isUnknownRung(error) && rung < RUNGS.length - 1) {
            rung += 1;
            continue;
          }
          const wait = mayPass(error, attempt) ? waitsMs[attempt] : undefined;
          if (wait === undefined) throw down(name, error);
          attempt += 1;
          await sleep(wait * (0.5 + Math.random() / 2), undefined, { signal });
        }
      }
    },
  };
}

/** A model that does not know a form of structured output says so as a validation error. */
const isUnknownRung = (error: unknown): boolean =>
  error instanceof BedrockRuntimeServiceException &&
  error.name === 'ValidationException' &&
  /output|format|schema|tool|grammar/i.test(error.message);

function mayPass(error: unknown, attempt: number): boolean {
  if (!(error instanceof BedrockRuntimeServiceException)) return true;
  if (ONCE_MORE.has(error.name)) return attempt === 0;
  return AGAIN.has(error.name) || (error.$metadata.httpStatusCode ?? 0) >= 500;
}

const down = (name: string, cause: unknown) =>
  new DomainError(
    'processing_failed',
    `The model ${name} did not answer. Nothing was charged. Sending the same call again is safe.`,
    {},
    { cause },
  );

function inputOf(modelId: string, asked: Asked, rung: Rung = 'words'): ConverseCommandInput {
  const { pass, system, content, schema, maxTokens } = asked;
  const blocks = content.map(
    (part): ContentBlock =>
      'text' in part
        ? { text: part.text }
        : { image: { format: 'jpeg', source: { bytes: part.jpeg } } },
  );
  const pictures = content.filter((part) => 'jpeg' in part).length;
  const [sheets, words] = [blocks.slice(0, pictures), blocks.slice(pictures)];
  // A question put again about the same sheets, as a repair is, finds them read already.
  const cached: ContentBlock[] = pictures > 0 ? [{ cachePoint: { type: 'default' } }] : [];
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
  if (stopReason === 'content_filtered' || stopReason === 'guardrail_intervened') {
    throw new DomainError(
      'processing_failed',
      `The model ${name} refused to answer. Nothing was charged.`,
    );
  }
  const blocks = output?.message?.content ?? [];
  const used = blocks.find((block) => block.toolUse !== undefined)?.toolUse?.input;
  const text = blocks.map((block) => block.text ?? '').join('');
  return {
    json: used ?? jsonIn(text),
    tokens: {
      input:
        (usage?.inputTokens ?? 0) +
        (usage?.cacheReadInputTokens ?? 0) +
        (usage?.cacheWriteInputTokens ?? 0),
      output: usage?.outputTokens ?? 0,
    },
  };
}
