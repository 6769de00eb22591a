import { join } from 'node:path';
import type { Damage } from '../../domain/sources/damage.ts';
import type { Source, Tile } from '../read/decode.ts';
import type { PictureSink } from '../read/listener.ts';
import { readTiles } from '../read/read-tiles.ts';
import { textSize } from '../text/text-size.ts';
import { writeFrames } from './frame-file.ts';
import { Handover } from './handover.ts';
import type { TilesSegment } from './segment-plan.ts';
import { STREAMS, type TilesRecord, VERSION } from './segment-record.ts';
import { pictureForms } from './stream-forms.ts';

/** Reads the tiles of a plan that does not read through into a folder. */
export async function decodeTiles(
  source: Source,
  segment: TilesSegment,
  folder: string,
): Promise<TilesRecord> {
  const { plan, probe } = source;
  const forms = pictureForms(probe, plan);
  const seen = new Handover();
  const text: number[] = [];
  const sink: PictureSink = {
    size: textSize(probe),
    see(seconds, planes) {
      text.push(seconds);
      return seen.give(planes);
    },
  };
  const tiles: TilesRecord['tiles'] = [];
  let damage: Damage | undefined;
  async function* pictures(read: AsyncGenerator<Tile, Damage>): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const { value, done } = await read.next();
        if (done) {
          damage = value;
          return;
        }
        tiles.push({ pts: value.pts, lost: value.lost === true });
        yield value.rgb;
      }
    } finally {
      seen.end();
    }
  }
  const read = readTiles(source, undefined, segment.readsText ? sink : undefined);
  await Promise.all([
    writeFrames(join(folder, STREAMS.tiles), forms.tiles, pictures(read)),
    ...(segment.readsText
      ? [writeFrames(join(folder, STREAMS.text), forms.text, seen.taken())]
      : []),
  ]);
  if (damage === undefined) throw new Error('a read ended without its damage');
  return { version: VERSION, segment, tiles, text, damage: written(damage) };
}

const written = ({
  lost,
  absent,
  doubtful,
  twice,
  resized,
  silent,
  ...rest
}: Damage): TilesRecord['damage'] => ({
  lost: lost.map(([from, to]) => [from, to]),
  absent: absent.map(([from, to]) => [from, to]),
  doubtful: doubtful.map(([from, to]) => [from, to]),
  twice: twice.map(([from, to]) => [from, to]),
  resized: [...resized],
  silent: silent.map(([from, to]) => [from, to]),
  ...rest,
});
