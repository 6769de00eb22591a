import { rawBytes } from '../ffmpeg/raw-bytes.ts';
import type { OpenedFile } from './picture-times.ts';

const HEADER_BYTES = 8;
const LENGTH_AT = 4;
/** Chunks that are as short are looked at together. */
const LOOK_BYTES = 65_536;
/** A file that has more of them behind its sound is not followed farther. */
const MOST_LOOKS = 8;

/** What another WAV begins with. */
const FILE = /^(?:RIFF|RIFX|RF64|BW64)$/;
const NAME = /^[\x20-\x7e]{4}$/;

/** Where in a file something lies that is none of its chunks. */
export interface Stray {
  readonly at: number;
  /** Whether it begins as another WAV. */
  readonly isFile: boolean;
}

/** A chunk, or what lies in the place of one. */
interface Chunk {
  readonly at: number;
  readonly name: string;
  /** The byte behind it. */
  readonly end: number;
}

/** The first chunk of a WAV lies behind the length of the whole and a name. */
const FIRST_CHUNK = 12;

/** Follows the chunks of a WAV, not on for longer than is looked at. */
async function* chunksFrom(
  { binaries, input, signal }: OpenedFile,
  [from, size]: readonly [number, number],
): AsyncGenerator<Chunk> {
  let at = from;
  for (let looks = 0; looks < MOST_LOOKS && at < size; looks++) {
    const look = { place: at, most: LOOK_BYTES };
    const bytes = await rawBytes(binaries, input, look, signal);
    const begin = at;
    if (bytes.length < HEADER_BYTES) return yield { at, name: '', end: at };
    while (at - begin + HEADER_BYTES <= bytes.length) {
      const chunk = bytes.subarray(at - begin);
      // One of an odd length is filled up with a zero, where its writer keeps to that.
      if (at % 2 === 1 && chunk[0] === 0) {
        at += 1;
        continue;
      }
      const name = chunk.toString('latin1', 0, LENGTH_AT);
      const end = at + HEADER_BYTES + chunk.readUInt32LE(LENGTH_AT);
      yield { at, name, end };
      at = end;
    }
  }
}

/**
 * Follows the chunks that a WAV may have behind its sound, as of tags and cues.
 * @param from the byte behind its sound
 * @returns undefined where they go to the end of the file, or on for longer than is looked at
 */
export async function strayBehind(
  file: OpenedFile,
  [from, size]: readonly [number, number],
): Promise<Stray | undefined> {
  for await (const { at, name, end } of chunksFrom(file, [from, size])) {
    const isFile = FILE.test(name);
    if (isFile || !NAME.test(name) || end > size) return { at, isFile };
  }
  return undefined;
}

/** Bytes of sound in a WAV before its last `data` chunk, which is the only one that FFmpeg reads. */
export async function soundBefore(file: OpenedFile, size: number): Promise<number> {
  const sounds: number[] = [];
  for await (const { at, name, end } of chunksFrom(file, [FIRST_CHUNK, size])) {
    if (!NAME.test(name) || FILE.test(name)) break;
    if (name === 'data') sounds.push(end - at - HEADER_BYTES);
    // The last may be cut off, and is read as far as it goes.
    if (end > size) break;
  }
  return sounds.slice(0, -1).reduce((sum, bytes) => sum + bytes, 0);
}
