import type { VoiceDetector } from '../../../app/ports/transcript/voice-detector.ts';
import { idleThread } from '../idle-thread.ts';
import { CONTEXT, type Heard, type Judged, MEMORY_SIZE } from './silero.ts';

/** The thread lies beside this file, as source and as a bundle. */
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './voice-thread.ts' : './voice-thread.mjs',
  import.meta.url,
);

/** Silero's network in a thread of its own: a second of sound takes it 3 ms. */
export function sileroDetector(): VoiceDetector {
  const ask = idleThread<Heard, Judged>(THREAD);
  return {
    name: 'silero v5',
    listen() {
      // The thread may go between two questions, so what it remembers is kept here.
      let memory = new Float32Array(MEMORY_SIZE);
      let context = new Int16Array(CONTEXT);
      return {
        async hear(frames) {
          const samples = new Int16Array(CONTEXT + frames.length);
          samples.set(context);
          samples.set(frames, CONTEXT);
          context = samples.slice(-CONTEXT);
          const judged = await ask({ samples, memory }, [samples.buffer]);
          memory = new Float32Array(judged.memory);
          return judged.likelihoods;
        },
      };
    },
  };
}
