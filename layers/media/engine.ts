import type { Engine } from '../app/ports/sources/engine.ts';
import type { TextReader } from '../app/ports/sources/text-reader.ts';
import { drawRead } from './draw-read.ts';
import type { Binaries } from './ffmpeg/binaries.ts';
import { probe } from './probe/probe.ts';
import { readingOf, type Source } from './read/decode.ts';
import { readTiles } from './read/read-tiles.ts';

/**
 * The engine on ffmpeg and sharp.
 * @param reader reads what is written, where a plan asks for it
 */
export const ffmpegEngine = (binaries: Binaries, reader?: TextReader): Engine => ({
  probe: (input, signal) => probe(binaries, input, signal),
  async *draw(input, found, plan, signal, sound) {
    const source: Source = { binaries, input, ...readingOf(found, plan, signal) };
    return yield* drawRead(source, { reader, sound }, (listener, text) =>
      readTiles(source, listener, text),
    );
  },
});
