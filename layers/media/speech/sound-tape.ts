import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SoundTape } from '../../app/ports/transcript/speech.ts';

/** Four seconds of sound are written and read at once. */
const BLOCK_SAMPLES = 64_000;

/**
 * A tape in a file without a name: the system deletes it with the process. An hour takes 115 MB.
 * Blocks go to the system's cache at once, so writing them in place costs less than waiting for
 * them would.
 */
export function fileTape(): SoundTape {
  const file = openUnnamed();
  const block = new Int16Array(BLOCK_SAMPLES);
  let filled = 0;
  /** Samples in the file. */
  let written = 0;
  let state: 'recording' | 'ended' | 'discarded' = 'recording';
  let failure: unknown;
  let told = Promise.withResolvers<void>();
  const tell = () => {
    told.resolve();
    told = Promise.withResolvers();
  };
  const flush = () => {
    writeSync(file, block, 0, filled * 2, written * 2);
    written += filled;
    filled = 0;
    tell();
  };
  const discard = (why?: unknown) => {
    if (state === 'discarded') return;
    failure = why;
    state = 'discarded';
    closeSync(file);
    tell();
  };
  /** A full disk costs the words, not the sheets that are drawn meanwhile. */
  const trying = (work: () => void) => {
    try {
      if (state === 'recording') work();
    } catch (error) {
      discard(error);
    }
  };
  return {
    write: (samples) =>
      trying(() => {
        for (let at = 0; at < samples.length; ) {
          const part = samples.subarray(at, at + BLOCK_SAMPLES - filled);
          block.set(part, filled);
          filled += part.length;
          at += part.length;
          if (filled === BLOCK_SAMPLES) flush();
        }
      }),
    end: () =>
      trying(() => {
        flush();
        state = 'ended';
        tell();
      }),
    async *play() {
      for (let played = 0; ; ) {
        if (state === 'discarded') throw new Error('the tape was discarded', { cause: failure });
        if (played < written) {
          const samples = new Int16Array(Math.min(BLOCK_SAMPLES, written - played));
          readSync(file, samples, 0, samples.byteLength, played * 2);
          played += samples.length;
          yield samples;
        } else if (state === 'ended') return;
        else await told.promise;
      }
    },
    discard: () => discard(),
  };
}

function openUnnamed(): number {
  const folder = mkdtempSync(join(tmpdir(), 'sound-'));
  try {
    return openSync(join(folder, 'tape.raw'), 'wx+', 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
