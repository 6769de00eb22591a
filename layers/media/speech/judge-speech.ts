import type { Speech, Stretch } from '../../app/ports/transcript/speech.ts';
import type { VoiceDetector } from '../../app/ports/transcript/voice-detector.ts';
import { VOICE_FRAME } from '../../domain/transcript/voice-frame.ts';
import { SpeechCutter } from './cut-speech.ts';
import { BELIEVED, SPOKEN, VoiceFinder, type VoiceFinding } from './find-voices.ts';
import { SAMPLE_RATE, SILENT, type VoiceFrame, voiceFrames } from './voice-frames.ts';

const FRAME_SECONDS = VOICE_FRAME / SAMPLE_RATE;
const LEAST_HEARD_SECONDS = 0.2;

/** Yields the speech in 16 kHz mono sound, then returns whether there is any. */
export async function* judgeSpeech(
  sound: AsyncIterable<Int16Array>,
  start: number,
  detector: VoiceDetector | undefined,
): AsyncGenerator<Stretch, Speech> {
  const tally = new Tally();
  const finder = new VoiceFinder();
  let cutter: SpeechCutter | undefined;
  const cut = function* (finding: VoiceFinding | undefined): Generator<Stretch> {
    if (!finding) return;
    cutter ??= new SpeechCutter();
    for (const [at, frame] of finding.spoken.entries()) {
      tally.addSpoken(frame);
      const seconds = start + (finding.first + at) * FRAME_SECONDS;
      yield* cutter.add(seconds, frame.samples, frame.loudness);
    }
    if (!finding.ended) return;
    yield* cutter.end();
    cutter = undefined;
  };
  for await (const frame of voiceFrames(sound, detector)) {
    tally.add(frame);
    yield* cut(finder.add(frame));
  }
  yield* cut(finder.end());
  return detector ? tally.judge(finder.likeliest) : tally.unjudged();
}

/** Counts what was heard. */
class Tally {
  #seconds = 0;
  #heardSeconds = 0;
  #frames = 0;
  #likelihood = 0;

  add({ samples, loudness }: VoiceFrame): void {
    const seconds = samples.length / SAMPLE_RATE;
    this.#seconds += seconds;
    if (loudness.some((level) => level > SILENT)) this.#heardSeconds += seconds;
  }

  /** The pauses of a speaker are not spoken. */
  addSpoken({ voice }: VoiceFrame): void {
    if (voice < SPOKEN) return;
    this.#frames++;
    this.#likelihood += voice;
  }

  /** @param likeliest how likely a voice is where it is likeliest: at `BELIEVED` both are even */
  judge(likeliest: number): Speech {
    const nothing = this.#nothing();
    if (nothing) return nothing;
    if (this.#frames > 0) {
      const spoken = Math.min(this.#frames * FRAME_SECONDS, this.#seconds);
      return {
        is_speech: true,
        confidence: rounded(this.#likelihood / this.#frames),
        reason: `A voice in about ${spoken.toFixed(1)} of ${this.#seconds.toFixed(1)} seconds.`,
      };
    }
    return {
      is_speech: false,
      confidence: rounded(1 - likeliest / (2 * BELIEVED)),
      reason: 'Music or noise: no voice was found in the sound.',
    };
  }

  /** Where nothing tells voices from music. */
  unjudged(): Speech {
    return (
      this.#nothing() ?? {
        is_speech: true,
        confidence: 0.5,
        reason:
          'There is sound, and nothing on this machine tells voices from music: words may be heard into it.',
      }
    );
  }

  #nothing(): Speech | undefined {
    if (this.#seconds === 0) {
      return { is_speech: false, confidence: 1, reason: 'No sound was heard in this window.' };
    }
    if (this.#heardSeconds < LEAST_HEARD_SECONDS) {
      return { is_speech: false, confidence: 0.99, reason: 'The sound is silent.' };
    }
    return undefined;
  }
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
