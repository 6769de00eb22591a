import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  NoSuchUpload,
  NotFound,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { DirectStore, StoredPart } from '../../app/ports/uploads/direct-store.ts';

/** What is kept is nobody's but the organization's: no cache on the way may hold it. */
const CACHE_CONTROL = 'private, no-store';

/**
 * Without being named here a header is left out of the signature, and its sender is free to change
 * it.
 */
const signableHeaders = new Set([
  'host',
  'content-type',
  'cache-control',
  'content-length',
  'if-none-match',
]);

/** A part has no type of its own, so whichever its sender names is let pass. */
const signableOfPart = new Set(['host', 'content-length']);

/** A session that ends within this time is renewed before addresses are signed by it. */
const SHORT_SESSION_SECONDS = 1800;
/** What is left at least, as we assume, of a session that does not tell when it ends. */
const UNTOLD_SESSION_SECONDS = 900;

/** @param signer has the credentials that sign addresses; what is signed ends with them */
export function s3DirectStore(client: S3Client, bucket: string, signer = client): DirectStore {
  const at = (Key: string) => ({ Bucket: bucket, Key });
  const unlessEnded = async <T>(work: Promise<T>): Promise<T | undefined> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof NoSuchUpload || error instanceof NotFound) return undefined;
      throw error;
    }
  };
  const listParts = async (key: string, id: string): Promise<StoredPart[]> => {
    const found: StoredPart[] = [];
    // The SDK's own pagination goes by the marker alone, which the last page has too.
    for (let marker: string | undefined; ; ) {
      const page = await client.send(
        new ListPartsCommand({ ...at(key), UploadId: id, PartNumberMarker: marker }),
      );
      for (const { PartNumber = 0, ETag = '', Size = 0, LastModified } of page.Parts ?? []) {
        found.push({ number: PartNumber, etag: ETag, size: Size, arrived: LastModified });
      }
      if (!page.IsTruncated) return found;
      marker = page.NextPartNumberMarker;
    }
  };
  const sessionSeconds = async (renewed: boolean): Promise<number> => {
    const { sessionToken, expiration } = await signer.config.credentials({
      forceRefresh: renewed,
    });
    if (expiration) return Math.floor((expiration.getTime() - Date.now()) / 1000);
    return sessionToken === undefined ? Number.POSITIVE_INFINITY : UNTOLD_SESSION_SECONDS;
  };
  return {
    async addressSeconds(asked) {
      const left = await sessionSeconds(false);
      if (left >= Math.min(asked, SHORT_SESSION_SECONDS)) return Math.min(asked, left);
      return Math.min(asked, await sessionSeconds(true));
    },
    async signPut(key, { contentType, bytes, replaces = false }, seconds) {
      const command = new PutObjectCommand({
        ...at(key),
        ContentType: contentType,
        CacheControl: CACHE_CONTROL,
        // What has arrived once cannot be replaced afterwards.
        ...(replaces ? {} : { IfNoneMatch: '*' }),
        ...(bytes === null ? {} : { ContentLength: bytes }),
      });
      return {
        url: await getSignedUrl(signer, command, { expiresIn: seconds, signableHeaders }),
        headers: {
          'content-type': contentType,
          'cache-control': CACHE_CONTROL,
          ...(replaces ? {} : { 'if-none-match': '*' }),
          ...(bytes === null ? {} : { 'content-length': String(bytes) }),
        },
      };
    },
    async beginParts(key, contentType) {
      const { UploadId = '' } = await client.send(
        new CreateMultipartUploadCommand({
          ...at(key),
          ContentType: contentType,
          CacheControl: CACHE_CONTROL,
        }),
      );
      return UploadId;
    },
    signPart: (key, { id, number, bytes }, seconds) =>
      getSignedUrl(
        signer,
        new UploadPartCommand({
          ...at(key),
          UploadId: id,
          PartNumber: number,
          ...(bytes === null ? {} : { ContentLength: bytes }),
        }),
        { expiresIn: seconds, signableHeaders: signableOfPart },
      ),
    parts: (key, id) => unlessEnded(listParts(key, id)),
    async joinParts(key, id, parts) {
      const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }));
      await unlessEnded(
        client.send(
          new CompleteMultipartUploadCommand({
            ...at(key),
            UploadId: id,
            MultipartUpload: { Parts },
          }),
        ),
      );
    },
    async abortParts(key, id) {
      await unlessEnded(client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId: id })));
    },
    async lastArrival(key, transferId) {
      const parts =
        transferId === undefined ? undefined : await unlessEnded(listParts(key, transferId));
      if (parts) {
        const times = parts.flatMap(({ arrived }) => (arrived ? [arrived.getTime()] : []));
        return times.length > 0 ? new Date(Math.max(...times)) : undefined;
      }
      return (await unlessEnded(client.send(new HeadObjectCommand(at(key)))))?.LastModified;
    },
    async size(key) {
      const head = await unlessEnded(client.send(new HeadObjectCommand(at(key))));
      return head?.ContentLength;
    },
    async *read(key, signal) {
      // What the storage kept as the checksum of what it received is held against what it sends.
      const command = new GetObjectCommand({ ...at(key), ChecksumMode: 'ENABLED' });
      const { Body } = await client.send(command, { abortSignal: signal });
      if (Body) yield* Body as AsyncIterable<Uint8Array>;
    },
  };
}
