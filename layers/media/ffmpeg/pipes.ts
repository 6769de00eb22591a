import type { Readable } from 'node:stream';

/**
 * Cuts a pipe into frames of one size. A frame is valid until the next one is taken.
 * @param endsShort whether what is left behind the last whole frame is a frame, too
 */
export async function* fixedFrames(
  pipe: AsyncIterable<Buffer>,
  bytes: number,
  endsShort = false,
): AsyncGenerator<Buffer> {
  const frame = Buffer.allocUnsafe(bytes);
  let filled = 0;
  for await (const chunk of pipe) {
    for (let offset = 0; offset < chunk.length; ) {
      const taken = chunk.copy(frame, filled, offset, offset + bytes - filled);
      filled += taken;
      offset += taken;
      if (filled === bytes) {
        filled = 0;
        yield frame;
      }
    }
  }
  if (endsShort && filled > 0) yield frame.subarray(0, filled);
}

/** Characters of one line; foreign files can make ffmpeg write lines without an end. */
const MAX_LINE = 100_000;

/** Cuts a text pipe into lines; what is longer than a line can be is left out. */
export async function* lines(pipe: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of pipe.setEncoding('utf8') as AsyncIterable<string>) {
    const parts = (rest + chunk).split(/[\r\n]+/);
    rest = (parts.pop() ?? '').slice(0, MAX_LINE);
    yield* parts;
  }
  if (rest !== '') yield rest;
}
