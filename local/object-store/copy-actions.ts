import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { answer, type Call, header, quoted, unquoted } from './call.ts';
import { crc32Of } from './checksums.ts';
import { keepPart, partNumber, uploadOf } from './multipart-actions.ts';
import { announce, checkWritable, keptHeaders } from './object-actions.ts';
import type { StoredObject } from './object-index.ts';
import { byteRange } from './range.ts';
import { invalidArgument, noSuchKey, preconditionFailed, S3Error } from './s3-error.ts';
import { document, element } from './xml.ts';

export async function copyObject(call: Call): Promise<void> {
  const { store, bucket, key } = call;
  checkWritable(call);
  const original = copied(call);
  const fresh = header(call, 'x-amz-metadata-directive') === 'REPLACE';
  if (!fresh && original.bucket === bucket && original.key === key)
    throw new S3Error(
      400,
      'InvalidRequest',
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    );
  const blobs = await Promise.all(
    original.blobs.map(async (blob) => ({ ...blob, id: await store.blobs.duplicate(blob.id) })),
  );
  const { bucket: _, ...of } = original;
  const stored: StoredObject = {
    ...of,
    key,
    modified: store.now().getTime(),
    headers: fresh ? keptHeaders(call) : original.headers,
    blobs,
  };
  const before = store.index.put(bucket, stored);
  await store.blobs.remove(before?.blobs ?? []);
  announce(call, stored, 'CopyObject');
  answer(call, 200, {}, result('CopyObjectResult', stored));
}

export async function uploadPartCopy(call: Call): Promise<void> {
  const { blobs, now } = call.store;
  const { id } = uploadOf(call);
  const number = partNumber(call);
  const original = copied(call);
  const text = header(call, 'x-amz-copy-source-range');
  const range = byteRange(text, original.size);
  if (range === 'unsatisfiable' || (text !== undefined && !range))
    throw invalidArgument(
      'x-amz-copy-source-range',
      text ?? '',
      'The range is not one of the object',
    );
  const { start, end } = range ?? { start: 0, end: original.size - 1 };
  const md5 = createHash('md5');
  let [crc32, size] = [0, 0];
  const written = await blobs.write((sink) =>
    pipeline(
      blobs.read(original.blobs, start, end),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          md5.update(chunk);
          crc32 = crc32Of(chunk, crc32);
          size += chunk.length;
          yield chunk;
        }
      },
      sink,
    ),
  );
  const part = { number, etag: md5.digest('hex'), modified: now().getTime() };
  await keepPart(call, id, { ...part, blob: { id: written.id, size, crc32 } });
  answer(call, 200, {}, result('CopyPartResult', part));
}

const result = (name: string, { modified, etag }: Pick<StoredObject, 'modified' | 'etag'>) =>
  document(name, [
    element('LastModified', new Date(modified).toISOString()),
    element('ETag', quoted(etag)),
  ]);

/** The object that is copied. @throws S3Error NoSuchKey, PreconditionFailed */
function copied(call: Call): StoredObject & { readonly bucket: string } {
  const { bucket, key } = copySource(header(call, 'x-amz-copy-source') ?? '');
  const original = call.store.index.object(bucket, key);
  if (!original) throw noSuchKey(key);
  const match = header(call, 'x-amz-copy-source-if-match');
  if (match !== undefined && unquoted(match) !== original.etag)
    throw preconditionFailed('x-amz-copy-source-If-Match');
  return { ...original, bucket };
}

function copySource(text: string): { bucket: string; key: string } {
  const [path = '', version] = text.replace(/^\//, '').split('?');
  const slash = path.indexOf('/');
  if (slash < 1 || version !== undefined)
    throw invalidArgument('x-amz-copy-source', text, 'Invalid copy source object key');
  return { bucket: path.slice(0, slash), key: decodeURIComponent(path.slice(slash + 1)) };
}
