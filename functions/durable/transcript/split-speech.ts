import { ToldFile } from '../../../layers/app/decoding/told-file.ts';
import { keepJson } from '../../../layers/app/kept-json.ts';
import type { ArtifactStore } from '../../../layers/app/ports/artifacts.ts';
import { soundKey, stretchesKey } from '../../../layers/app/ports/transcript/window-recogniser.ts';
import type { KeptStretch } from '../../../layers/domain/transcript/kept-speech.ts';
import { speechWindows } from '../../../layers/domain/transcript/speech-windows.ts';

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
  const file = new ToldFile(sound);
  try {
    for (const [at, window] of windows.entries()) {
      const samples = window.reduce((sum, stretch) => sum + stretch.samples, 0);
      const bytes = await file.next(samples * Int16Array.BYTES_PER_ELEMENT);
      const folder = folderOf(at + 1);
      await artifacts.put(soundKey({ folder }), bytes, 'application/octet-stream');
      await keepJson(artifacts, stretchesKey({ folder }), window);
    }
    return windows.length;
  } finally {
    await file.close();
  }
}
