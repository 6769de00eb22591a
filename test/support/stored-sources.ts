import type { S3Client } from '@aws-sdk/client-s3';
import { digestOf, keptTable } from '../../layers/adapters/s3/stored/kept-table.ts';
import type { Patience } from '../../layers/adapters/s3/stored/resumed-range.ts';
import { ServedSource } from '../../layers/adapters/s3/stored/served-source.ts';
import { rangesOf } from '../../layers/adapters/s3/stored/stored-object.ts';
import type { NewDigest } from '../../layers/app/ports/digest.ts';
import type { MediaSource, StoredMedia } from '../../layers/app/ports/sources/media-source.ts';
import type { ServeBytes } from '../../layers/app/ports/sources/served-bytes.ts';

interface Deps {
  readonly client: S3Client;
  readonly bucket: string;
  readonly serve: ServeBytes;
  readonly newDigest: NewDigest;
  readonly patience?: Patience;
}

/** Sources in a bucket, read with the rights of the test, as decoders read them by signed addresses. */
export const storedSources = ({ client, bucket, serve, newDigest, patience }: Deps) => ({
  of(media: StoredMedia): MediaSource {
    const { source_key: key, size_bytes: length } = media;
    const object = { client, bucket, key, length };
    const sha256 = digestOf(media);
    return new ServedSource(serve, {
      length,
      patience,
      ask: rangesOf(object),
      table: (signal) => keptTable({ object, sha256, newDigest, patience }, signal),
    });
  },
});
