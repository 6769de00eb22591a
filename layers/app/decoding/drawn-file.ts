import { DrawnRead } from '../../domain/frames/drawn-read.ts';
import type { DrawnSheet, Measured, SoundSink } from '../ports/sources/engine.ts';
import { samplesOf, ToldFile } from './told-file.ts';

/** Sound handed on at once, in bytes. */
const SOUND_BLOCK = 65_536;
const START_OF_JPEG = 0xffd8;

/**
 * The sheets of a file whose head is a `DrawnRead`, followed by sound and then each JPEG; and what
 * was measured.
 * @throws ZodError, Error for what no decoder of ours wrote
 */
export async function* readDrawn(
  chunks: AsyncIterable<Uint8Array>,
  sound: SoundSink | undefined,
): AsyncGenerator<DrawnSheet, Measured> {
  const file = new ToldFile(chunks);
  try {
    const { sheets, soundBytes, measured } = DrawnRead.parse(await file.told());
    for (let left = soundBytes; left > 0; left -= SOUND_BLOCK) {
      const block = await file.next(Math.min(left, SOUND_BLOCK));
      sound?.write(samplesOf(block));
    }
    for (const { bytes: size, ...sheet } of sheets) {
      const jpeg = await file.next(size);
      if (jpeg.readUInt16BE() !== START_OF_JPEG) throw new Error('a sheet is no JPEG');
      yield { ...sheet, jpeg };
    }
    return measured;
  } finally {
    await file.close();
  }
}
