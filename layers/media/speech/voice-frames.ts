import type { VoiceDetector } from '../../app/ports/transcript/voice-detector.ts';
import { VOICE_FRAME } from '../../domain/transcript/voice-frame.ts';

export const SAMPLE_RATE = 16_000;
/** Loudness is measured every 8 ms. */
export const HOP = 128;
/** -60 dBFS: below it nobody is heard. */
export const SILENT = 0.001;
/** After so much silence nothing is asked of the detector until something is heard: 1 s. */
const SILENT_FRAMES = 32;

/** 32 ms of sound, less at the end, and how likely somebody speaks in it. */
export interface VoiceFrame {
  readonly samples: Int16Array;
  /** Root mean square of each 8 ms, where 1 is full scale. */
  readonly loudness: readonly number[];
  /** 0 to 1. */
  readonly voice: number;
}

/**
 * Judges sound frame by frame, however it is cut into pieces.
 * @param detector undefined where none runs: whatever is heard is then held to be a voice
 */
export async function* voiceFrames(
  sound: AsyncIterable<Int16Array>,
  detector: VoiceDetector | undefined,
): AsyncGenerator<VoiceFrame, void> {
  const listener = detector?.listen();
  let quiet = 0;
  const judged = async (samples: Int16Array): Promise<VoiceFrame[]> => {
    const frames = framesOf(samples);
    const asked = frames.filter(({ isSilent }) => {
      quiet = isSilent ? quiet + 1 : 0;
      return listener ? quiet <= SILENT_FRAMES : !isSilent;
    });
    const likelihoods = listener && asked.length > 0 ? await listener.hear(joined(asked)) : [];
    const voices = new Map(asked.map((frame, at) => [frame, listener ? likelihoods[at] : 1]));
    return frames.map((frame) => ({ ...frame, voice: voices.get(frame) ?? 0 }));
  };
  let rest = new Int16Array(0);
  for await (const chunk of sound) {
    const all = joined([{ samples: rest }, { samples: chunk }]);
    const whole = all.length - (all.length % VOICE_FRAME);
    yield* await judged(all.subarray(0, whole));
    rest = all.slice(whole);
  }
  yield* await judged(rest);
}

function framesOf(samples: Int16Array) {
  const count = Math.ceil(samples.length / VOICE_FRAME);
  return Array.from({ length: count }, (_, at) => {
    const frame = samples.slice(at * VOICE_FRAME, (at + 1) * VOICE_FRAME);
    const loudness = loudnessOf(frame);
    return { samples: frame, loudness, isSilent: loudness.every((level) => level <= SILENT) };
  });
}

function joined(parts: readonly { readonly samples: Int16Array }[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, { samples }) => sum + samples.length, 0));
  let at = 0;
  for (const { samples } of parts) {
    whole.set(samples, at);
    at += samples.length;
  }
  return whole;
}

function loudnessOf(samples: Int16Array): number[] {
  const levels: number[] = [];
  for (let from = 0; from < samples.length; from += HOP) {
    const to = Math.min(samples.length, from + HOP);
    let energy = 0;
    for (let i = from; i < to; i++) energy += ((samples[i] as number) / 32_768) ** 2;
    levels.push(Math.sqrt(energy / (to - from)));
  }
  return levels;
}
