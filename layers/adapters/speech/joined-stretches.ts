import type { KeptStretch } from '../../domain/transcript/kept-speech.ts';
import type { RecognisedStretch } from '../../domain/transcript/recognised.ts';
import { shift } from '../../domain/transcript/segments.ts';
import { type JobOutput, readOutput } from './amazon-answer.ts';

const SAMPLE_RATE = 16_000;
/** Silence between two stretches: what is said in one does not run on into the next. */
const GAP_SAMPLES = SAMPLE_RATE / 2;

/** Stretches one after the other, with silence between them. */
export function joinedStretches(
  stretches: readonly KeptStretch[],
  samples: Int16Array,
): Int16Array {
  const joined = new Int16Array(samples.length + Math.max(0, stretches.length - 1) * GAP_SAMPLES);
  let [from, to] = [0, 0];
  for (const { samples: count } of stretches) {
    joined.set(samples.subarray(from, from + count), to);
    from += count;
    to += count + GAP_SAMPLES;
  }
  return joined;
}

/** Gives each stretch the words that were heard in it, as if it had been heard alone. */
export function wordsOfStretches(
  { results }: JobOutput,
  language: string,
  stretches: readonly KeptStretch[],
): RecognisedStretch[] {
  let from = 0;
  return stretches.map(({ start, samples }, at) => {
    const begins = from / SAMPLE_RATE;
    from += samples + GAP_SAMPLES;
    // What was heard in the silence belongs to the stretch before.
    const ends = at === stretches.length - 1 ? Number.POSITIVE_INFINITY : from / SAMPLE_RATE;
    let isOurs = false;
    const items = results.items.flatMap((item) => {
      // A mark has no time of its own: it belongs to the word before.
      if (item.start_time !== undefined)
        isOurs = item.start_time >= begins && item.start_time < ends;
      if (!isOurs) return [];
      const moved = (time: number | undefined) => (time === undefined ? undefined : time - begins);
      return [{ ...item, start_time: moved(item.start_time), end_time: moved(item.end_time) }];
    });
    const own = { results: { ...results, items } };
    const heard = readOutput(own, language, samples / SAMPLE_RATE);
    return { language: heard.language, segments: shift(heard.segments, start) };
  });
}
