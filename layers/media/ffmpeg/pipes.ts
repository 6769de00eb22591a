import type { Readable } from 'node:stream';

/** Cuts a pipe into frames of one size. A frame is valid until the next one is taken. */
export async function* fixedFrames(pipe: Readable, bytes: number): AsyncGenerator<Buffer> {
  const frame = Buffer.allocUnsafe(bytes);
  let filled = 0;
  for await (const chunk of pipe as AsyncIterable<Buffer>) {
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
}

/** Cuts a text pipe into lines. */
export async function* lines(pipe: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of pipe.setEncoding('utf8') as AsyncIterable<string>) {
    const parts = (rest + chunk).split(/[\r\n]+/);
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest !== '') yield rest;
}
