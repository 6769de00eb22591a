import type { DrawSegments } from '../../app/ports/sources/segmented-reads.ts';
import type { TextReader } from '../../app/ports/sources/text-reader.ts';
import { readingOf } from '../read/decode.ts';
import { mergeSegments } from './merge-segments.ts';
import { readRecord } from './segment-record.ts';

/** Draws out of folders that `decodeSegment` filled; each is opened when its turn comes. */
export const segmentDrawer = (reader: TextReader | undefined): DrawSegments =>
  async function* (folders, probe, plan, signal, sound) {
    const kept = async function* () {
      for await (const folder of folders) yield { folder, record: await readRecord(folder) };
    };
    return yield* mergeSegments(readingOf(probe, plan, signal), kept(), { reader, sound });
  };
