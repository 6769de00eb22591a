import type { S3Client } from '@aws-sdk/client-s3';
import type { NewDigest } from '../../../app/ports/digest.ts';
import type { StoredSources } from '../../../app/ports/sources/media-source.ts';
import type { ServeBytes } from '../../../app/ports/sources/served-bytes.ts';
import { digestOf, keptTable } from './kept-table.ts';
import type { Patience } from './resumed-range.ts';
import { ServedSource } from './served-source.ts';
import { rangesOf } from './stored-object.ts';

interface Deps {
  readonly client: S3Client;
  readonly bucket: string;
  readonly serve: ServeBytes;
  readonly newDigest: NewDigest;
  readonly patience?: Patience;
}

/** Sources in S3, held against what was received. */
export const storedSources = ({
  client,
  bucket,
  serve,
  newDigest,
  patience,
}: Deps): StoredSources => ({
  of(media) {
    const { source_key: key, size_bytes: length } = media;
    const object = { client, bucket, key, length };
    const sha256 = digestOf(media);
    return new ServedSource(serve, {
      stored: media,
      length,
      patience,
      ask: rangesOf(object),
      table: (signal) => keptTable({ object, sha256, newDigest, patience }, signal),
    });
  },
});
