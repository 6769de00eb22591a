import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { NewDigest } from '../../../app/ports/digest.ts';
import type { StoredMedia } from '../../../app/ports/sources/media-source.ts';
import {
  type BlockTable,
  blockTableKey,
  parseBlockTable,
  tableBytes,
} from '../../../domain/sources/block-table.ts';
import { SourceFault } from '../../../domain/sources/source-fault.ts';
import { NoSuchObject, type Patience, resumedRange } from './resumed-range.ts';
import { rangesOf, type StoredObject } from './stored-object.ts';

/**
 * How often a table that does not hold what was written is read again: a byte may change on its
 * way.
 */
const MOST_READS = 3;

/** A source in the store, and what it is known to be. */
export interface KnownSource {
  readonly object: StoredObject;
  /** SHA-256 of what was received, in hex; undefined where nobody kept it. */
  readonly sha256: string | undefined;
  readonly newDigest: NewDigest;
  readonly patience?: Patience | undefined;
}

interface Tables {
  readonly client: S3Client;
  readonly bucket: string;
  readonly newDigest: NewDigest;
}

/** Gives the digests of sources in a bucket, as `keptTable`. */
export const keptTables =
  ({ client, bucket, newDigest }: Tables) =>
  (media: StoredMedia, signal: AbortSignal): Promise<BlockTable> => {
    const { source_key: key, size_bytes: length } = media;
    const object = { client, bucket, key, length };
    return keptTable({ object, sha256: digestOf(media), newDigest }, signal);
  };

/** A working copy has no digest but its table's: the row's is that of what was sent. */
export const digestOf = ({ sha256, master_key }: StoredMedia): string | undefined =>
  master_key === undefined ? (sha256 ?? undefined) : undefined;

/**
 * The digests of a source. One that was stored before they were kept is read whole once to make
 * them.
 * @throws SourceFault when the store does not send them, and when the source is not what was
 * received
 */
export async function keptTable(source: KnownSource, signal: AbortSignal): Promise<BlockTable> {
  const { object, sha256 } = source;
  for (let reads = 0; reads < MOST_READS; reads += 1) {
    const bytes = await storedTable(source, signal);
    if (!bytes) break;
    const table = parseBlockTable(bytes, object.length, crc32);
    if (table && (sha256 === undefined || table.sha256 === sha256)) return table;
  }
  return madeTable(source, signal);
}

async function storedTable(
  { object, patience }: KnownSource,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const length = tableBytes(object.length);
  const table = { ...object, key: blockTableKey(object.key), length };
  try {
    return await buffer(resumedRange(rangesOf(table), [0, length - 1], signal, patience));
  } catch (error) {
    if (error instanceof NoSuchObject) return undefined;
    throw error;
  }
}

async function madeTable(
  { object, sha256, newDigest, patience }: KnownSource,
  signal: AbortSignal,
): Promise<BlockTable> {
  const digest = newDigest();
  const bytes = resumedRange(rangesOf(object), [0, object.length - 1], signal, patience);
  for await (const chunk of bytes) digest.update(chunk);
  if (sha256 !== undefined && digest.hex() !== sha256) {
    throw new SourceFault(`The object ${object.key} no longer holds the bytes that were received.`);
  }
  const made = digest.table();
  const table = parseBlockTable(made, object.length, crc32);
  if (!table) throw new Error('a table that was just made cannot be read');
  // Whoever reads next makes it again when it could not be stored.
  await object.client
    .send(
      new PutObjectCommand({
        Bucket: object.bucket,
        Key: blockTableKey(object.key),
        Body: made,
        ChecksumAlgorithm: 'SHA256',
      }),
    )
    .catch(() => undefined);
  return table;
}
