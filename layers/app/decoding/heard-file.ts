import { z } from 'zod';
import { KeptSpeech, KeptStretch } from '../../domain/transcript/kept-speech.ts';
import { Segment } from '../../domain/transcript/transcript.ts';
import type { Captions, UnreadCaptions } from '../ports/transcript/captions.ts';
import type { Judged, Stretch } from '../ports/transcript/speech.ts';
import { samplesOf, ToldFile } from './told-file.ts';

/** More than any file is told of: what a decoder says is held to it. */
const MOST_SAMPLES = 60 * 16_000;
const MOST_STRETCHES = 10_000;
const MOST_CHARACTERS = 2_000;

const Heard = KeptSpeech.extend({
  stretches: z
    .array(KeptStretch.extend({ samples: z.int().min(1).max(MOST_SAMPLES) }))
    .max(MOST_STRETCHES),
});

const Written = z.union([
  z.strictObject({
    language: z.string().max(MOST_CHARACTERS).nullable(),
    segments: z.array(Segment),
  }),
  z.strictObject({ unread: z.string().max(MOST_CHARACTERS) }),
  z.null(),
]);

/**
 * The stretches of a file whose head is a `KeptSpeech`, followed by their samples.
 * @throws ZodError, Error for what no decoder of ours wrote
 */
export async function* readHeard(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Stretch, Judged> {
  const file = new ToldFile(chunks);
  try {
    const { stretches, speech, damage } = Heard.parse(await file.told());
    for (const { start, samples } of stretches) {
      const bytes = await file.next(samples * Int16Array.BYTES_PER_ELEMENT);
      yield { start, samples: samplesOf(bytes) };
    }
    return { speech, damage };
  } finally {
    await file.close();
  }
}

/**
 * The captions of a file that is nothing but its head.
 * @throws ZodError, Error for what no decoder of ours wrote
 */
export async function* readWritten(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Captions | UnreadCaptions | undefined> {
  const file = new ToldFile(chunks);
  try {
    yield Written.parse(await file.told()) ?? undefined;
  } finally {
    await file.close();
  }
}
