import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { fixedFrames } from '../ffmpeg/pipes.ts';

/** Handed to the compressor at once. */
const BLOCK_BYTES = 1_048_576;
/**
 * The decompressor gives its bytes in blocks of this size: at 16 KB each a merge took 8 % more, for
 * the garbage collector.
 */
const READ_BYTES = 524_288;
const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** How the pictures of a file follow each other. */
export interface FrameForm {
  /** Of one picture. */
  readonly bytes: number;
  /** Whether each is kept as its difference from the one before, which is half as large. */
  readonly differences: boolean;
  /** Whether the last may have fewer bytes; only of what is kept as it is. */
  readonly endsShort?: true;
}

/** Writes pictures of one size to a file, compressed without loss; tells how many there were. */
export async function writeFrames(
  path: string,
  form: FrameForm,
  frames: AsyncIterable<Uint8Array>,
): Promise<number> {
  let count = 0;
  async function* blocks(): AsyncGenerator<Buffer> {
    const before = new Uint8Array(form.differences ? form.bytes : 0);
    const perBlock = Math.max(1, Math.floor(BLOCK_BYTES / form.bytes));
    // Fresh for each block: a stream holds on to what it was given.
    let block = Buffer.allocUnsafe(perBlock * form.bytes);
    let filled = 0;
    for await (const frame of frames) {
      const at = block.subarray(filled, filled + frame.length);
      if (form.differences) subtract(at, frame, before);
      else at.set(frame);
      count++;
      filled += frame.length;
      if (filled < block.length) continue;
      yield block;
      block = Buffer.allocUnsafe(perBlock * form.bytes);
      filled = 0;
    }
    yield block.subarray(0, filled);
  }
  await pipeline(blocks(), createZstdCompress(FASTEST), createWriteStream(path, { mode: 0o600 }));
  return count;
}

/**
 * Reads the pictures of such a file. Each is valid until the next is taken.
 * @throws Error when the file holds more or less than `count` of them
 */
export async function* readFrames(
  path: string,
  form: FrameForm,
  count: number,
): AsyncGenerator<Buffer, void> {
  const file = createReadStream(path, { highWaterMark: READ_BYTES });
  const whole = createZstdDecompress({ chunkSize: READ_BYTES });
  const reading = pipeline(file, whole);
  reading.catch(() => {});
  const picture = Buffer.alloc(form.differences ? form.bytes : 0);
  let read = 0;
  try {
    for await (const frame of fixedFrames(whole, form.bytes, form.endsShort)) {
      if (++read > count) break;
      if (form.differences) add(picture, frame);
      yield form.differences ? picture : frame;
    }
  } finally {
    file.destroy();
    whole.destroy();
  }
  if (read !== count) throw new Error(`${path} does not hold ${count} pictures`);
}

/** `into = frame - before`, modulo 256; `before` becomes the frame. */
function subtract(into: Uint8Array, frame: Uint8Array, before: Uint8Array): void {
  for (let i = 0; i < into.length; i++) {
    const value = frame[i] as number;
    into[i] = value - (before[i] as number);
    before[i] = value;
  }
}

function add(picture: Uint8Array, difference: Uint8Array): void {
  for (let i = 0; i < picture.length; i++) {
    picture[i] = (picture[i] as number) + (difference[i] as number);
  }
}
