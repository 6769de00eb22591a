import type { DrawSegments } from '../../app/ports/sources/segmented-reads.ts';
import type { TextReader } from '../../app/ports/sources/text-reader.ts';
import { readingOf } from '../read/decode.ts';
import { mergeComing } from './merge-segments.ts';
import { readRecord } from './segment-record.ts';

const keptIn = async (folder: string) => ({ folder, record: await readRecord(folder) });

/** Draws out of folders that `decodeSegment` filled; each is opened when its turn comes. */
export const segmentDrawer = (reader: TextReader | undefined): DrawSegments =>
  async function* (folders, probe, plan, signal, sound) {
    const pictures = async function* () {
      for await (const folder of folders.pictures) yield keptIn(folder);
    };
    const coming = { sound: folders.sound?.then(keptIn), pictures: pictures() };
    return yield* mergeComing(readingOf(probe, plan, signal), coming, { reader, sound });
  };
