import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NoSuchUpload,
  paginateListObjectsV2,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ArtifactStore } from '../../app/ports/artifacts.ts';
import { openFrom, wholeObject } from './read-object.ts';

/** 10,000 parts of this size hold the largest upload that a plan allows. */
const PART_BYTES = 8 * 1024 * 1024;
/**
 * Made of what is sent and verified by the storage when it has arrived. Node makes it faster than a
 * CRC-64.
 */
const CHECKSUM = 'SHA256';
/** Milliseconds in which an object that is read at once is there. */
const READ_MS = 15_000;
/**
 * The client sends again what was not answered; what breaks or differs after that is read anew
 * here.
 */
const MOST_READS = 3;

/** @param signer has the credentials and the endpoint of the addresses that are handed out */
export const s3Artifacts = (client: S3Client, bucket: string, signer = client): ArtifactStore => ({
  async put(key, body, contentType) {
    // A body that fails on the way leaves no object and no parts.
    await new Upload({
      client,
      partSize: PART_BYTES,
      queueSize: 2,
      params: {
        Bucket: bucket,
        Key: key,
        Body: body instanceof Uint8Array ? body : Readable.from(body, { objectMode: false }),
        ContentType: contentType,
        ChecksumAlgorithm: CHECKSUM,
      },
    }).done();
  },
  async get(key) {
    for (let read = 1; ; read += 1) {
      try {
        const { Body } = await client.send(
          new GetObjectCommand({ Bucket: bucket, Key: key, ChecksumMode: 'ENABLED' }),
          { abortSignal: AbortSignal.timeout(READ_MS) },
        );
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        if (read === MOST_READS || error instanceof S3ServiceException) throw error;
      }
    }
  },
  async read(key) {
    const first = await openFrom(client, { bucket, key });
    return first && wholeObject(client, { bucket, key }, first);
  },
  async list(prefix) {
    const keys: string[] = [];
    const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix });
    for await (const { Contents = [] } of pages)
      keys.push(...Contents.flatMap(({ Key }) => Key ?? []));
    return keys;
  },
  signedUrl: (key, expiresInSeconds) =>
    getSignedUrl(signer, new GetObjectCommand({ Bucket: bucket, Key: key }), {
      expiresIn: expiresInSeconds,
    }),
  async deletePrefix(prefix) {
    await abortTransfers(client, bucket, prefix);
    for (;;) {
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }),
      );
      if (Contents.length === 0) return;
      const { Errors = [] } = await client.send(
        new DeleteObjectsCommand({
          Bucket: bucket,
          Delete: { Objects: Contents.map(({ Key = '' }) => ({ Key })), Quiet: true },
        }),
      );
      if (Errors.length > 0) throw new Error(`${Errors.length} objects were not deleted`);
    }
  },
});

/**
 * Ends the transfers in parts that are under way; their parts are no objects, and no listing shows
 * them.
 */
async function abortTransfers(client: S3Client, bucket: string, prefix: string): Promise<void> {
  for (;;) {
    const { Uploads = [], IsTruncated } = await client.send(
      new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix }),
    );
    for (const { Key, UploadId } of Uploads) {
      try {
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
      } catch (error) {
        if (!(error instanceof NoSuchUpload)) throw error;
      }
    }
    if (IsTruncated !== true) return;
  }
}
