import { z } from 'zod';
import { GUTTER } from '../frames/geometry.ts';
import type { StoredFrames } from '../frames/stored-frames.ts';

const pixels = z.int().min(0);

const place = {
  sheet: z.tuple([pixels, pixels]).describe('[width, height] of the sheet, in pixels.'),
  tile: z
    .tuple([pixels, pixels, pixels, pixels])
    .describe('[left, top, width, height] of the tile on it, in pixels.'),
};

/** A tile that stands for its video in a list: a part of a sheet that is stored anyway. */
export const Thumbnail = z
  .strictObject({
    url: z.url().describe('The sheet that the tile is on; signed, works for an hour.'),
    ...place,
  })
  .meta({ id: 'Thumbnail' });
export type Thumbnail = z.infer<typeof Thumbnail>;

/** The same as it is kept beside the video, with the key of the sheet's object. */
export const StoredThumbnail = z.object({ key: z.string(), ...place });
export type StoredThumbnail = z.infer<typeof StoredThumbnail>;

/** Films begin in black and with names: where nobody looked for black, so far in is likely past it. */
const PAST_THE_BEGINNING = 0.1;

/**
 * The first tile of a read that is not inside a black stretch; the first one where all are. Of a
 * read whose black stretches were not looked for, as of a long one, a tile some way in.
 */
export function thumbnailOf({
  sheets,
  geometry,
  technical: { blacks, skipped },
}: Pick<StoredFrames, 'sheets' | 'geometry' | 'technical'>): StoredThumbnail | undefined {
  const times = sheets.flatMap(({ frame_times }) => frame_times);
  const from = skipped ? (times[Math.floor(times.length * PAST_THE_BEGINNING)] ?? 0) : 0;
  const isBlack = (second: number) =>
    second < from || blacks.some(({ start, end }) => start <= second && second <= end);
  const shown = sheets.find(({ frame_times }) => !frame_times.every(isBlack)) ?? sheets[0];
  if (!shown) return undefined;
  const at = Math.max(
    0,
    shown.frame_times.findIndex((second) => !isBlack(second)),
  );
  const [columns] = geometry.grid;
  const [width, height] = geometry.tile;
  const [column, row] = [at % columns, Math.floor(at / columns)];
  return {
    key: shown.key,
    sheet: [shown.width, shown.height],
    tile: [column * (width + GUTTER), row * (height + GUTTER), width, height],
  };
}
