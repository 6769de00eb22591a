import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';

/**
 * Writes every object of an organization under `objects/` of a folder, by its key. What goes while
 * the others are written, as drafts and what is erased do, is left out.
 */
export async function exportObjects(
  { client, bucket }: { client: S3Client; bucket: string },
  orgId: string,
  folder: string,
): Promise<{ objects: number; bytes: number }> {
  let objects = 0;
  let bytes = 0;
  for (const Prefix of [`orgs/${orgId}/`, `masters/orgs/${orgId}/`]) {
    const listing = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix });
    for await (const { Contents = [] } of listing) {
      for (const { Key = '', Size = 0 } of Contents) {
        const path = join(folder, 'objects', Key);
        if (!path.startsWith(`${folder}${sep}`)) throw new Error(`The key ${Key} leads elsewhere.`);
        const body = await bodyOf(client, bucket, Key);
        if (!body) continue;
        await mkdir(dirname(path), { recursive: true });
        await pipeline(body, createWriteStream(path));
        objects += 1;
        bytes += Size;
      }
    }
  }
  return { objects, bytes };
}

/** Undefined for an object that is there no more. */
async function bodyOf(
  client: S3Client,
  Bucket: string,
  Key: string,
): Promise<Readable | undefined> {
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    if (Body instanceof Readable) return Body;
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
  throw new Error(`The object ${Key} has no body.`);
}
