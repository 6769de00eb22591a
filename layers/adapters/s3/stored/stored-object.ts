import { GetObjectCommand, NoSuchKey, type S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { type AskRange, NoSuchObject, type Sent } from './resumed-range.ts';

/** Answers that no further try changes: the object is gone, replaced or shorter. */
const FINAL = new Set(['NoSuchKey', 'NoSuchBucket', 'PreconditionFailed', 'InvalidRange']);

export interface StoredObject {
  readonly client: S3Client;
  readonly bucket: string;
  readonly key: string;
  /** In bytes; an object of another size is not the one that was stored. */
  readonly length: number;
}

/** Asks for an object with the credentials of the client. */
export const rangesOf =
  (object: StoredObject): AskRange =>
  (range, etag, signal) =>
    ask(object, range, etag, signal);

async function ask(
  { client, bucket, key, length }: StoredObject,
  [first, last]: readonly [number, number],
  etag: string | undefined,
  signal: AbortSignal,
): Promise<Sent> {
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    Range: `bytes=${first}-${last}`,
    ...(etag === undefined ? {} : { IfMatch: etag }),
  });
  try {
    const { Body, ContentRange = '', ETag } = await client.send(command, { abortSignal: signal });
    const [, from, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(ContentRange) ?? [];
    if (total !== undefined && Number(total) !== length) {
      throw new NoSuchObject(`The object ${key} has ${total} bytes, and not ${length}.`);
    }
    if (!Body || Number(from) !== first) throw new Error('the store sent another range');
    return { etag: ETag, body: Body as AsyncIterable<Uint8Array> };
  } catch (error) {
    const isFinal = error instanceof S3ServiceException && FINAL.has(error.name);
    if (!isFinal) throw error;
    const what = error instanceof NoSuchKey ? 'is gone' : 'is another one';
    throw new NoSuchObject(`The object ${key} ${what}.`, { cause: error });
  }
}
