import { DeleteObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import type { Sources } from '../../app/ports/working-copies.ts';

export const s3Sources = (client: S3Client, bucket: string): Sources => ({
  async list(prefix) {
    const keys: string[] = [];
    const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix });
    for await (const { Contents = [] } of pages) keys.push(...Contents.map(({ Key = '' }) => Key));
    return keys;
  },
  async delete(key) {
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
  },
});
