import { DrawnRead } from '../../domain/frames/drawn-read.ts';
import type { DrawnSheet, Measured, SoundSink } from '../ports/sources/engine.ts';

/** The length of what is told comes before it, in so many bytes, most significant first. */
const LENGTH_BYTES = 4;
/** What an hour full of findings takes is a hundredth of it. */
const MOST_TOLD_BYTES = 256 * 1024 ** 2;
/** Sound handed on at once, in bytes. */
const SOUND_BLOCK = 65_536;

/** The first bytes of a file of what was drawn: sound follows them, and then each JPEG. */
export function headOf(read: DrawnRead): Uint8Array {
  const told = new TextEncoder().encode(JSON.stringify(DrawnRead.parse(read)));
  const head = new Uint8Array(LENGTH_BYTES + told.length);
  new DataView(head.buffer).setUint32(0, told.length);
  head.set(told, LENGTH_BYTES);
  return head;
}

/**
 * The sheets of such a file, and what was measured.
 * @throws ZodError, Error for what no decoder of ours wrote
 */
export async function* readDrawn(
  chunks: AsyncIterable<Uint8Array>,
  sound: SoundSink | undefined,
): AsyncGenerator<DrawnSheet, Measured> {
  const bytes = new Bytes(chunks);
  try {
    const length = (await bytes.next(LENGTH_BYTES)).readUInt32BE();
    if (length > MOST_TOLD_BYTES) throw new Error('a decoder tells too much of what it drew');
    const told = await bytes.next(length);
    const { sheets, soundBytes, measured } = DrawnRead.parse(JSON.parse(told.toString()));
    for (let left = soundBytes; left > 0; left -= SOUND_BLOCK) {
      const block = await bytes.next(Math.min(left, SOUND_BLOCK));
      sound?.write(samplesOf(block));
    }
    for (const { bytes: size, ...sheet } of sheets) {
      const jpeg = await bytes.next(size);
      if (jpeg.readUInt16BE() !== START_OF_JPEG) throw new Error('a sheet is no JPEG');
      yield { ...sheet, jpeg };
    }
    return measured;
  } finally {
    await bytes.close();
  }
}

const START_OF_JPEG = 0xffd8;

/** A copy, whose first byte lies where a sample may begin. */
function samplesOf(block: Uint8Array): Int16Array {
  const samples = new Int16Array(block.length / Int16Array.BYTES_PER_ELEMENT);
  new Uint8Array(samples.buffer).set(block);
  return samples;
}

const viewOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length);

/** Takes so many bytes at a time of a stream. */
class Bytes {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held: Uint8Array[] = [];
  #size = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async next(count: number): Promise<Buffer> {
    while (this.#size < count) {
      const { value, done } = await this.#chunks.next();
      if (done) throw new Error('what was drawn is cut short');
      this.#held.push(value);
      this.#size += value.length;
    }
    const [one = new Uint8Array(), ...more] = this.#held;
    const all = more.length > 0 ? Buffer.concat(this.#held) : viewOf(one);
    this.#held = [all.subarray(count)];
    this.#size -= count;
    return all.subarray(0, count);
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
