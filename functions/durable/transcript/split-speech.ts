import { keepJson } from '../../../layers/app/kept-json.ts';
import type { ArtifactStore } from '../../../layers/app/ports/artifacts.ts';
import { soundKey, stretchesKey } from '../../../layers/app/ports/transcript/window-recogniser.ts';
import type { KeptStretch } from '../../../layers/domain/transcript/kept-speech.ts';
import { speechWindows } from '../../../layers/domain/transcript/speech-windows.ts';

const SAMPLE_BYTES = 2;

interface Split {
  readonly stretches: readonly KeptStretch[];
  /** Seconds of speech that a window has at most. */
  readonly seconds: number;
  /** Prefix of the keys of a window, counted from 1. */
  readonly folderOf: (window: number) => string;
}

/**
 * Stores each window of speech by itself, one after the other as its samples come.
 * @returns how many there are
 */
export async function splitSpeech(
  artifacts: Pick<ArtifactStore, 'put'>,
  sound: AsyncIterable<Uint8Array>,
  { stretches, seconds, folderOf }: Split,
): Promise<number> {
  const windows = speechWindows(stretches, seconds);
  const chunks = sound[Symbol.asyncIterator]();
  let rest = new Uint8Array(0);
  try {
    for (const [at, window] of windows.entries()) {
      const samples = window.reduce((sum, stretch) => sum + stretch.samples, 0);
      const bytes = new Uint8Array(samples * SAMPLE_BYTES);
      for (let filled = 0; filled < bytes.length; ) {
        if (rest.length === 0) {
          const { value, done } = await chunks.next();
          if (done) throw new Error('the sound ends before its last stretch');
          rest = new Uint8Array(value);
        }
        const part = rest.subarray(0, bytes.length - filled);
        bytes.set(part, filled);
        filled += part.length;
        rest = rest.subarray(part.length);
      }
      const folder = folderOf(at + 1);
      await artifacts.put(soundKey({ folder }), bytes, 'application/octet-stream');
      await keepJson(artifacts, stretchesKey({ folder }), window);
    }
    return windows.length;
  } finally {
    await chunks.return?.();
  }
}
