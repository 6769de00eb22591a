import type { PictureStream } from '../../domain/sources/probe.ts';

/** Its times count fields, of which a frame has two. */
const COUNTS_FIELDS = 'gxf';

/**
 * A filter, with a comma behind it, that mends times which do not tell when pictures are shown; else
 * nothing. Where none does, pictures are counted on from the first. Of GXF ffmpeg lets the last ones,
 * which the decoder gives at the end of the file, follow each other by fields.
 */
export function asShown(
  { timedAsStored, timeBase, rate }: Pick<PictureStream, 'timedAsStored' | 'timeBase' | 'rate'>,
  format: string,
): string {
  const ticks = (rate[1] * timeBase[1]) / (rate[0] * timeBase[0]);
  const next = `PREV_OUTPTS+${ticks}`;
  if (timedAsStored) return `setpts='if(N,${next},PTS)',`;
  if (format !== COUNTS_FIELDS) return '';
  return `setpts='if(gt(PTS,PREV_OUTPTS)*lt(PTS,${next}),${next},PTS)',`;
}
