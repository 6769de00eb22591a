import type { Readable } from 'node:stream';
import { GetObjectCommand, NoSuchKey, type S3Client, S3ServiceException } from '@aws-sdk/client-s3';

interface Place {
  readonly bucket: string;
  readonly key: string;
}

/** The bytes of an object from some byte on, as the storage sends them. */
interface Opened {
  readonly body: Readable;
  readonly etag: string | undefined;
}

/** Milliseconds in which the storage begins to send. */
const BEGIN_MS = 15_000;
/** Answers that may break off before the read is given up. */
const MOST_BREAKS = 3;

/**
 * Opens an object; undefined when there is none.
 * @param from first byte, of the object that has the ETag
 */
export async function openFrom(
  client: S3Client,
  { bucket, key }: Place,
  from?: { readonly byte: number; readonly etag: string | undefined },
): Promise<Opened | undefined> {
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), BEGIN_MS);
  try {
    const { Body, ETag } = await client.send(
      new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ...(from === undefined
          ? { ChecksumMode: 'ENABLED' }
          : { Range: `bytes=${from.byte}-`, IfMatch: from.etag }),
      }),
      { abortSignal: waiting.signal },
    );
    return { body: Body as Readable, etag: ETag };
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Hands on an object as it comes; where the storage breaks off, the rest is asked for. */
export async function* wholeObject(
  client: S3Client,
  place: Place,
  { body, etag }: Opened,
): AsyncGenerator<Uint8Array> {
  let current: Readable | undefined = body;
  let byte = 0;
  for (let breaks = 0; current; ) {
    try {
      for await (const chunk of current as AsyncIterable<Uint8Array>) {
        byte += chunk.length;
        yield chunk;
      }
      return;
    } catch (error) {
      breaks += 1;
      // A digest that does not fit is no broken connection: those bytes are wrong wherever they
      // came from.
      if (breaks > MOST_BREAKS || error instanceof S3ServiceException || isDigest(error))
        throw error;
      current = (await openFrom(client, place, { byte, etag }))?.body;
    }
  }
  throw new Error(`${place.key} went away while it was read`);
}

const isDigest = (error: unknown): boolean =>
  error instanceof Error && /checksum mismatch/i.test(error.message);
