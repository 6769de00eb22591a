import { z } from 'zod';
import type { Recognised } from '../../app/ports/transcript/speech.ts';
import { segmentsOf } from '../../domain/transcript/segments.ts';
import type { Word } from '../../domain/transcript/transcript.ts';

const number = z.coerce.number();

/**
 * The part of a job's output that is used; its numbers are written as text.
 * https://docs.aws.amazon.com/transcribe/latest/dg/how-input.html
 */
export const JobOutput = z.object({
  results: z.object({
    language_code: z.string().nullish(),
    items: z.array(
      z.object({
        type: z.string(),
        start_time: number.optional(),
        end_time: number.optional(),
        alternatives: z.array(z.object({ content: z.string(), confidence: number.nullish() })),
      }),
    ),
  }),
});
export type JobOutput = z.infer<typeof JobOutput>;

/** Reads the output of a job about sound of some seconds. */
export function readOutput({ results }: JobOutput, language: string, duration: number): Recognised {
  const words: Word[] = [];
  for (const { type, start_time, end_time, alternatives } of results.items) {
    const [best] = alternatives;
    const last = words.at(-1);
    if (!best) continue;
    if (type === 'punctuation') {
      // It has no time of its own: it belongs to the word before.
      if (last) words[words.length - 1] = { ...last, word: last.word + best.content };
      continue;
    }
    if (start_time === undefined || end_time === undefined || best.content === '') continue;
    const start = Math.min(Math.max(start_time, last?.start ?? 0), duration);
    words.push({
      start,
      end: Math.min(Math.max(start, end_time), duration),
      word: best.content,
      confidence: Math.min(1, Math.max(0, best.confidence ?? 0)),
    });
  }
  return {
    language: words.length === 0 ? null : (results.language_code ?? language),
    segments: segmentsOf(words),
  };
}
