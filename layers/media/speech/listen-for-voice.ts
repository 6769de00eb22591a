import {
  FRAME,
  FRAMES_PER_SECOND,
  HOP,
  measureFrame,
  SAMPLE_RATE,
  type SoundFrame,
} from './sound-frame.ts';
import { voiceProbability } from './voice.ts';
import { windowFeatures } from './window-features.ts';

/** Half a second of sound, and how likely somebody speaks in it. */
export interface Block {
  readonly samples: Int16Array;
  /** Root mean square of each 10 ms, where 1 is full scale. */
  readonly loudness: readonly number[];
  /** 0 to 1; undefined where it is silent. */
  readonly voice: number | undefined;
}

type Measured = Omit<Block, 'voice'> & { readonly frames: readonly SoundFrame[] };

const BLOCK = SAMPLE_RATE / 2;
/** A block is judged by the three seconds around it, a few syllables at least. */
const [AHEAD, WINDOW] = [3, 6];
/** -60 dBFS: below it nobody is heard. */
export const SILENT = 0.001;
const LEAST_HEARD_SECONDS = 0.2;

/** Judges sound in blocks of half a second, holding three seconds of it. */
export async function* listenForVoice(
  sound: AsyncIterable<Int16Array>,
): AsyncGenerator<Block, void> {
  const held: Measured[] = [];
  let judged = 0;
  const judge = (): Block => {
    const { samples, loudness } = held[judged++] as Measured;
    const frames = held.flatMap((block) => block.frames);
    return { samples, loudness, voice: voiceOf(frames) };
  };
  for await (const block of measuredBlocks(sound)) {
    held.push(block);
    if (held.length > WINDOW) {
      held.shift();
      judged--;
    }
    if (held.length < WINDOW) continue;
    while (judged < held.length - AHEAD) yield judge();
  }
  while (judged < held.length) yield judge();
}

function voiceOf(frames: readonly SoundFrame[]): number | undefined {
  const heard = frames.filter(({ rms }) => rms > SILENT);
  if (heard.length / FRAMES_PER_SECOND < LEAST_HEARD_SECONDS) return undefined;
  return isTone(heard) ? 0 : voiceProbability(windowFeatures(frames));
}

/**
 * Voices stay above -36 dB, with a tone or a chord behind them too; tones below -60 dB. A tone that
 * glides has much of a voice otherwise.
 */
const TONE_FLATNESS = -45;

/** Whether there is nothing but a few lines in the spectrum, for most of the time. */
function isTone(heard: readonly SoundFrame[]): boolean {
  const flat = heard.map(({ flatness }) => flatness).sort((a, b) => a - b);
  return (flat[Math.floor(0.75 * (flat.length - 1))] ?? 0) < TONE_FLATNESS;
}

async function* measuredBlocks(sound: AsyncIterable<Int16Array>): AsyncGenerator<Measured, void> {
  // The last frames of a block reach into the next one.
  const needed = BLOCK - HOP + FRAME;
  let rest = new Int16Array(0);
  for await (const chunk of sound) {
    const joined = new Int16Array(rest.length + chunk.length);
    joined.set(rest);
    joined.set(chunk, rest.length);
    rest = joined;
    for (; rest.length >= needed; rest = rest.slice(BLOCK)) yield measured(rest, BLOCK);
  }
  for (; rest.length > 0; rest = rest.slice(BLOCK)) {
    yield measured(rest, Math.min(BLOCK, rest.length));
  }
}

/** Measures the first samples, as a block of the given length. */
function measured(samples: Int16Array, length: number): Measured {
  const frames: SoundFrame[] = [];
  for (let at = 0; at < length && at + FRAME <= samples.length; at += HOP) {
    frames.push(measureFrame(samples.subarray(at, at + FRAME)));
  }
  return { samples: samples.slice(0, length), frames, loudness: frames.map(({ rms }) => rms) };
}
