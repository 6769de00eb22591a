import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import type { MediaSource } from '../../../app/ports/sources/media-source.ts';
import type { ServeBytes } from '../../../app/ports/sources/served-bytes.ts';
import { parseBlockTable, tableBytes } from '../../../domain/sources/block-table.ts';
import { SourceFault } from '../../../domain/sources/source-fault.ts';
import { resumedRange } from './resumed-range.ts';
import { ServedSource } from './served-source.ts';
import { signedRanges } from './signed-object.ts';

/** A stored source by addresses that were signed for reading it. */
export interface SignedMedia {
  readonly url: string;
  /** Of the digests that are kept beside it. */
  readonly tableUrl: string;
  /** In bytes. */
  readonly length: number;
}

/** A source that is read without a right of one's own, and held against what was received. */
export const signedSource = (
  serve: ServeBytes,
  { url, tableUrl, length }: SignedMedia,
): MediaSource =>
  new ServedSource(serve, {
    length,
    ask: signedRanges(url, length),
    async table(signal) {
      const size = tableBytes(length);
      const bytes = resumedRange(signedRanges(tableUrl, size), [0, size - 1], signal);
      const table = parseBlockTable(await buffer(bytes), length, crc32);
      if (!table) throw new SourceFault('The digests of the source are damaged.');
      return table;
    },
  });
