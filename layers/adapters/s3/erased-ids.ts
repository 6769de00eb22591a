import { createHash } from 'node:crypto';
import {
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { z } from 'zod';
import type { ErasedIds } from '../../app/ports/videos/erased-ids.ts';
import { ERASURE_RECORDS } from '../../domain/videos/erasure-records.ts';

/** Digests of organization and id; ids are random, so nobody finds one by trying. */
const Record = z.object({ at: z.iso.datetime(), digests: z.array(z.string()) });

const READS_AT_ONCE = 16;

const digestOf = (orgId: string, id: string): string =>
  createHash('sha256').update(`${orgId}/${id}`).digest('base64url');

/** One object for each erasure, or for each time that one was taken up. */
export function s3ErasedIds(client: S3Client, bucket: string): ErasedIds {
  const read = async (key: string): Promise<readonly string[]> => {
    const command = new GetObjectCommand({ Bucket: bucket, Key: key, ChecksumMode: 'ENABLED' });
    const { Body } = await client.send(command);
    return Record.parse(JSON.parse((await Body?.transformToString()) ?? '')).digests;
  };
  return {
    async keep(orgId, ids, at) {
      const digests = ids.map((id) => digestOf(orgId, id));
      const record: z.infer<typeof Record> = { at: at.toISOString(), digests };
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: `${ERASURE_RECORDS.prefix}${record.at}/${digests[0]}`,
          Body: JSON.stringify(record),
          ContentType: 'application/json',
          ChecksumAlgorithm: 'SHA256',
        }),
      );
    },
    async load() {
      const digests = new Set<string>();
      const pages = paginateListObjectsV2(
        { client },
        { Bucket: bucket, Prefix: ERASURE_RECORDS.prefix },
      );
      for await (const { Contents = [] } of pages) {
        const keys = Contents.map(({ Key = '' }) => Key);
        while (keys.length > 0) {
          const records = await Promise.all(keys.splice(0, READS_AT_ONCE).map(read));
          for (const digest of records.flat()) digests.add(digest);
        }
      }
      return { count: digests.size, has: (orgId, id) => digests.has(digestOf(orgId, id)) };
    },
  };
}
