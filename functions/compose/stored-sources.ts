import type { S3Client } from '@aws-sdk/client-s3';
import { serveOnLoopback } from '../../layers/adapters/loopback/serve-bytes.ts';
import { storedSources } from '../../layers/adapters/s3/stored/stored-source.ts';
import { newSourceDigest } from '../../layers/adapters/system/digest.ts';
import type { StoredSources } from '../../layers/app/ports/sources/media-source.ts';

/** Opens what is stored, for decoders of this process. */
export const sourcesIn = (client: S3Client, bucket: string): StoredSources =>
  storedSources({ client, bucket, serve: serveOnLoopback, newDigest: newSourceDigest });
