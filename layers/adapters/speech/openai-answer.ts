import { z } from 'zod';
import type { Recognised } from '../../app/ports/transcript/speech.ts';
import { segmentsOf, spreadWords } from '../../domain/transcript/segments.ts';
import type { Segment, Word } from '../../domain/transcript/transcript.ts';

const seconds = z.number();

/** The `verbose_json` answer; servers other than OpenAI's leave out or add members. */
export const VerboseAnswer = z.object({
  language: z.string().nullish(),
  text: z.string(),
  segments: z
    .array(
      z.object({
        start: seconds,
        end: seconds,
        text: z.string(),
        avg_logprob: z.number().nullish(),
        no_speech_prob: z.number().nullish(),
      }),
    )
    .nullish(),
  words: z
    .array(
      z.object({
        word: z.string(),
        start: seconds,
        end: seconds,
        probability: z.number().nullish(),
      }),
    )
    .nullish(),
});
export type VerboseAnswer = z.infer<typeof VerboseAnswer>;

/** What is taken of a server that tells no probabilities: neither sure nor unsure. */
const UNTOLD = 0.5;
/** Whisper's own rule for text that it made up in silence. */
const [NO_SPEECH, UNLIKELY_LOG] = [0.6, -1];

/** Reads an answer about sound of some seconds. */
export function readAnswer(answer: VerboseAnswer, duration: number): Recognised {
  return { language: codeOf(answer.language), segments: segmentsIn(answer, duration) };
}

function segmentsIn({ segments, words, text }: VerboseAnswer, duration: number): Segment[] {
  const inside = (at: number) => Math.min(Math.max(0, at), duration);
  const timed = (words ?? [])
    .map((word) => ({ ...word, start: inside(word.start), end: inside(word.end) }))
    .filter(({ start, end, word }) => end >= start && word.trim() !== '')
    .sort((a, b) => a.start - b.start);
  const wordOf = (word: (typeof timed)[0], confidence: number): Word => ({
    start: word.start,
    end: word.end,
    word: word.word.trim(),
    confidence: word.probability ?? confidence,
  });
  if (!segments || segments.length === 0) {
    if (timed.length > 0) return segmentsOf(timed.map((word) => wordOf(word, UNTOLD)));
    const whole = { start: 0, end: duration, text: text.trim(), confidence: UNTOLD };
    return whole.text === '' ? [] : [{ ...whole, words: spreadWords(whole) }];
  }
  return segments.flatMap((segment, at): Segment[] => {
    const next = segments[at + 1]?.start ?? Number.POSITIVE_INFINITY;
    const from = at === 0 ? Number.NEGATIVE_INFINITY : segment.start;
    const log = segment.avg_logprob ?? undefined;
    const invented = (segment.no_speech_prob ?? 0) > NO_SPEECH && (log ?? 0) < UNLIKELY_LOG;
    if (invented || segment.text.trim() === '') return [];
    const confidence = log === undefined ? UNTOLD : Math.round(Math.exp(log) * 1000) / 1000;
    const own = timed
      .filter(({ start }) => start >= from && start < next)
      .map((word) => wordOf(word, confidence));
    const whole = {
      start: inside(own[0]?.start ?? segment.start),
      end: inside(own.at(-1)?.end ?? segment.end),
      text: segment.text.trim(),
      confidence,
    };
    return [{ ...whole, words: own.length > 0 ? own : spreadWords(whole) }];
  });
}

/** OpenAI names languages in English, others by their code. */
function codeOf(language: string | null | undefined): string | null {
  const name = language?.toLowerCase() ?? '';
  if (/^[a-z]{2,3}$/.test(name)) return name;
  return codesByName().get(name) ?? null;
}

let names: ReadonlyMap<string, string> | undefined;
function codesByName(): ReadonlyMap<string, string> {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const english = new Intl.DisplayNames(['en'], { type: 'language' });
  names ??= new Map(
    letters
      .flatMap((a) => letters.map((b) => a + b))
      .map((code) => [english.of(code)?.toLowerCase() ?? code, code]),
  );
  return names;
}
