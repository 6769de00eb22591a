import type { SoundDamage } from '../../domain/sources/damage.ts';
import { NO_DAMAGE } from '../../domain/sources/damage.ts';
import { shift } from '../../domain/transcript/segments.ts';
import { TranscriptSize } from '../../domain/transcript/transcript-limits.ts';
import type {
  Judged,
  Recognised,
  Speech,
  Spoken,
  Stretch,
  Transcriber,
} from '../ports/transcript/speech.ts';

/** What was heard in a window. */
export interface Hearing {
  /** By stretch, in order, in seconds from the first frame of the video. */
  readonly heard: readonly Recognised[];
  readonly found: Speech;
  readonly damage: SoundDamage;
}

const NOTHING: Judged = {
  speech: { is_speech: false, confidence: 0, reason: '' },
  damage: NO_DAMAGE,
};

/** Recognises stretches as they are found, a few at once; no more are held than are worked on. */
export async function recogniseAll(
  stretches: AsyncGenerator<Stretch, Judged>,
  transcriber: Transcriber | undefined,
  asked: Omit<Spoken, 'samples'>,
  signal: AbortSignal,
): Promise<Hearing> {
  const running = new Set<Promise<void>>();
  const heard: Recognised[] = [];
  const size = new TranscriptSize();
  let failed: { error: unknown } | undefined;
  try {
    for (let at = 0; ; at++) {
      const { value, done } = await stretches.next();
      if (done) {
        await Promise.all(running);
        if (failed) throw failed.error;
        return { heard, found: value.speech, damage: value.damage };
      }
      // The rest is listened to, to tell whether it is speech, but no words are asked for that
      // nobody gets.
      if (!transcriber || size.isOver) continue;
      const work = transcriber
        .recognise({ ...asked, samples: value.samples }, signal)
        .then(({ language: told, segments }) => {
          heard[at] = { language: told, segments: shift(segments, value.start) };
          for (const segment of segments) size.add(segment);
        })
        .catch((error: unknown) => {
          failed ??= { error };
        })
        .finally(() => running.delete(work));
      running.add(work);
      if (running.size >= transcriber.parallel) await Promise.race(running);
      if (failed) throw failed.error;
    }
  } finally {
    await stretches.return(NOTHING);
    await Promise.all(running);
  }
}
