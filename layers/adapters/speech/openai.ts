import type { Wait } from '../../app/ports/clock.ts';
import type { Transcriber } from '../../app/ports/transcript/speech.ts';
import { DomainError } from '../../domain/errors.ts';
import { addressOf, ask, misanswered, type OpenaiServer, serverName } from '../openai/server.ts';
import { readAnswer, VerboseAnswer } from './openai-answer.ts';
import { wavOf } from './wav.ts';

export interface OpenaiRecogniser extends OpenaiServer {
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

/**
 * Any server that speaks OpenAI's transcription interface.
 * https://platform.openai.com/docs/api-reference/audio
 */
export function openaiTranscriber(server: OpenaiRecogniser): Transcriber {
  const { model, wait, timeoutMs = TIMEOUT_MS } = server;
  const address = addressOf(server, PATH);
  return {
    name: serverName(server),
    parallel: 2,
    async recognise({ samples, language }, signal) {
      const form = formOf(samples, model, language);
      for (let attempt = 0; ; attempt++) {
        const timed = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
        const outcome = heardIn(await ask(address, server, form, timed));
        if ('answer' in outcome) return readAnswer(outcome.answer, samples.length / SAMPLE_RATE);
        signal.throwIfAborted();
        const pause = WAITS_MS[attempt];
        if (!outcome.again) throw refused(outcome.why);
        if (pause === undefined) throw down(outcome.why);
        await wait(Math.max(pause, Math.min(outcome.afterMs, LONGEST_WAIT_MS)), signal);
      }
    },
  };
}

function heardIn(answered: Awaited<ReturnType<typeof ask>>) {
  if ('why' in answered) return answered;
  const parsed = VerboseAnswer.safeParse(parseJson(answered.text));
  return parsed.success
    ? { answer: parsed.data }
    : misanswered('verbose_json', answered, { again: false });
}

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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
