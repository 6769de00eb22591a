import {
  DeleteObjectCommand,
  HeadObjectCommand,
  NotFound,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { Sources } from '../../app/ports/videos/working-copies.ts';
import { blockTableKey } from '../../domain/sources/block-table.ts';
import { copyWithin } from './copy-within.ts';

/** @param limits up to which size an object is copied in one call, and in what parts above it */
export function s3Sources(
  client: S3Client,
  bucket: string,
  limits?: Parameters<typeof copyWithin>[3],
): Sources {
  const headOf = async (key: string) => {
    try {
      return await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  };
  return {
    async list(prefix) {
      const keys: string[] = [];
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix });
      for await (const { Contents = [] } of pages) {
        keys.push(...Contents.map(({ Key = '' }) => Key));
      }
      return keys;
    },
    size: async (key) => (await headOf(key))?.ContentLength,
    async copy(from, to) {
      const { ContentLength: bytes, ContentType: type, ETag: etag } = (await headOf(from)) ?? {};
      if (bytes === undefined || etag === undefined) throw new Error(`there is no object ${from}`);
      await copyWithin(client, bucket, { from, to, bytes, type, etag }, limits);
    },
    async delete(key) {
      for (const Key of [key, blockTableKey(key)]) {
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
      }
    },
  };
}
