import type { Wait } from '../../app/ports/clock.ts';
import type { Transcriber } from '../../app/ports/transcript/speech.ts';
import { DomainError } from '../../domain/errors.ts';
import { readAnswer, VerboseAnswer } from './openai-answer.ts';
import { wavOf } from './wav.ts';

export interface OpenaiServer {
  /** With or without the path `/v1/audio/transcriptions`. */
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly model: string;
  readonly wait: Wait;
  /** How long one answer may take, in milliseconds. */
  readonly timeoutMs?: number;
}

const PATH = '/audio/transcriptions';
const SAMPLE_RATE = 16_000;
const TIMEOUT_MS = 180_000;
/**
 * Before each further try; a server that asks for more in Retry-After is given it, up to the
 * longest.
 */
const WAITS_MS = [500, 2000];
const LONGEST_WAIT_MS = 15_000;

export const openaiName = ({ model, url }: Pick<OpenaiServer, 'model' | 'url'>): string =>
  `${model} at ${new URL(url).host}`;

/**
 * Any server that speaks OpenAI's transcription interface.
 * https://platform.openai.com/docs/api-reference/audio
 */
export function openaiTranscriber(server: OpenaiServer): Transcriber {
  const address = addressOf(server.url);
  return {
    name: openaiName(server),
    parallel: 2,
    async recognise({ samples, language }, signal) {
      const form = formOf(samples, server.model, language);
      for (let attempt = 0; ; attempt++) {
        const outcome = await ask(server, address, form, signal);
        if ('answer' in outcome) return readAnswer(outcome.answer, samples.length / SAMPLE_RATE);
        const wait = WAITS_MS[attempt];
        if (!outcome.again) throw refused(outcome.why);
        if (wait === undefined) throw down(outcome.why);
        const asked = Math.min(outcome.afterMs, LONGEST_WAIT_MS);
        await server.wait(Math.max(wait, asked), signal);
      }
    },
  };
}

type Outcome =
  | { readonly answer: VerboseAnswer }
  | { readonly why: string; readonly again: boolean; readonly afterMs: number };

const down = (why: string) =>
  new DomainError(
    'processing_failed',
    'The recogniser did not answer. Nothing was charged. Sending the same call again is safe.',
    {},
    { cause: new Error(why) },
  );

/** A wrong key, model or kind of server: what it says is its operator's alone. */
const refused = (why: string) =>
  new DomainError(
    'processing_failed',
    'The recogniser refuses what it is sent. Nothing was charged. The same call fails again until the operator of this service has mended that.',
    {},
    { cause: new Error(why) },
  );

async function ask(
  { apiKey, timeoutMs = TIMEOUT_MS }: OpenaiServer,
  address: URL,
  body: FormData,
  signal: AbortSignal,
): Promise<Outcome> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, {
      method: 'POST',
      body,
      redirect: 'error',
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    text = await response.text();
  } catch (error) {
    signal.throwIfAborted();
    return { why: String(error), again: true, afterMs: 0 };
  }
  if (!response.ok) {
    return {
      why: `${response.status} ${text.slice(0, 300)}`,
      again: response.status === 429 || response.status >= 500,
      afterMs: 1000 * (Number(response.headers.get('retry-after')) || 0),
    };
  }
  const parsed = VerboseAnswer.safeParse(parseJson(text));
  if (parsed.success) return { answer: parsed.data };
  return { why: `not verbose_json: ${text.slice(0, 300)}`, again: false, afterMs: 0 };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function addressOf(base: string): URL {
  const address = new URL(base);
  const path = address.pathname.replace(/\/+$/, '');
  if (!path.endsWith(PATH)) address.pathname = `${path === '' ? '/v1' : path}${PATH}`;
  return address;
}

function formOf(samples: Int16Array, model: string, language: string): FormData {
  const form = new FormData();
  form.set('file', new Blob([wavOf(samples)], { type: 'audio/wav' }), 'speech.wav');
  form.set('model', model);
  form.set('response_format', 'verbose_json');
  form.append('timestamp_granularities[]', 'word');
  form.append('timestamp_granularities[]', 'segment');
  // The interface takes ISO 639-1 codes, without region.
  if (language !== 'auto') form.set('language', language.split('-')[0] ?? language);
  return form;
}
