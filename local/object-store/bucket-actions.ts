import { receiveText } from './body.ts';
import { answer, type Call, quoted } from './call.ts';
import type { StoredObject } from './object-index.ts';
import { invalidArgument, malformedXml, S3Error } from './s3-error.ts';
import { document, element, elements, textOf } from './xml.ts';

const MAX_KEYS = 1000;

export async function listBuckets(call: Call): Promise<void> {
  const buckets = call.store.index
    .bucketNames()
    .map(({ name, created }) =>
      element('Bucket', [
        element('Name', name),
        element('CreationDate', new Date(created).toISOString()),
      ]),
    );
  const owner = element('Owner', element('ID', 'local'));
  answer(call, 200, {}, document('ListAllMyBucketsResult', [owner, element('Buckets', buckets)]));
}

export async function createBucket(call: Call): Promise<void> {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(call.bucket))
    throw new S3Error(400, 'InvalidBucketName', 'The specified bucket is not valid.', {
      BucketName: call.bucket,
    });
  if (!call.store.index.makeBucket(call.bucket, call.store.now().getTime()))
    throw new S3Error(
      409,
      'BucketAlreadyOwnedByYou',
      'Your previous request to create the named bucket succeeded and you already own it.',
      { BucketName: call.bucket },
    );
  answer(call, 200, { location: `/${call.bucket}` });
}

export async function headBucket(call: Call): Promise<void> {
  answer(call, 200, { 'x-amz-bucket-region': call.store.region });
}

export async function deleteBucket(call: Call): Promise<void> {
  const { index } = call.store;
  if (index.list(call.bucket, '', '', 1).length > 0 || index.uploads(call.bucket).length > 0)
    throw new S3Error(409, 'BucketNotEmpty', 'The bucket you tried to delete is not empty', {
      BucketName: call.bucket,
    });
  index.dropBucket(call.bucket);
  answer(call, 204);
}

export async function getBucketLocation(call: Call): Promise<void> {
  const { region } = call.store;
  // us-east-1 is written as no location at all.
  answer(call, 200, {}, document('LocationConstraint', region === 'us-east-1' ? '' : region));
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
export async function listObjects(call: Call): Promise<void> {
  const { query, bucket, store } = call;
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const token = query.get('continuation-token');
  const startAfter = query.get('start-after');
  const limit = Number(query.get('max-keys') ?? MAX_KEYS);
  if (!Number.isInteger(limit) || limit < 0)
    throw invalidArgument('max-keys', query.get('max-keys') ?? '', 'Invalid max-keys');
  const after = token === null ? (startAfter ?? '') : decodeToken(token);
  const page = takePage((from, count) => store.index.list(bucket, prefix, from, count), {
    prefix,
    delimiter,
    after,
    limit: Math.min(limit, MAX_KEYS),
  });
  const encode = query.get('encoding-type') === 'url' ? encodeKey : (key: string) => key;
  const contents = page.objects.map((stored) =>
    element('Contents', [
      element('Key', encode(stored.key)),
      element('LastModified', new Date(stored.modified).toISOString()),
      element('ETag', quoted(stored.etag)),
      element('Size', stored.size),
      element('StorageClass', 'STANDARD'),
    ]),
  );
  const prefixes = page.prefixes.map((common) =>
    element('CommonPrefixes', element('Prefix', encode(common))),
  );
  const body = document('ListBucketResult', [
    element('Name', bucket),
    element('Prefix', encode(prefix)),
    element('Delimiter', delimiter === '' ? undefined : encode(delimiter)),
    element('MaxKeys', Math.min(limit, MAX_KEYS)),
    element('EncodingType', query.get('encoding-type') ?? undefined),
    element('KeyCount', contents.length + prefixes.length),
    element('IsTruncated', page.next !== undefined),
    element('ContinuationToken', token ?? undefined),
    element('NextContinuationToken', page.next && encodeToken(page.next)),
    element('StartAfter', startAfter === null ? undefined : encode(startAfter)),
    contents,
    prefixes,
  ]);
  answer(call, 200, {}, body);
}

interface Page {
  readonly objects: StoredObject[];
  readonly prefixes: string[];
  /** Where the next page starts after, or undefined on the last one. */
  readonly next: string | undefined;
}

/** Past every key that starts with `prefix`: U+10FFFF sorts after all text that keys hold. */
const pastPrefix = (prefix: string): string => `${prefix}\u{10ffff}`;

function takePage(
  list: (after: string, count: number) => StoredObject[],
  wanted: { prefix: string; delimiter: string; after: string; limit: number },
): Page {
  const { prefix, delimiter, limit } = wanted;
  const page = { objects: [] as StoredObject[], prefixes: [] as string[] };
  let { after } = wanted;
  if (limit === 0) return { ...page, next: undefined };
  for (;;) {
    const full = page.objects.length + page.prefixes.length >= limit;
    const batch = list(after, full ? 1 : limit + 1);
    if (batch.length === 0) return { ...page, next: undefined };
    if (full) return { ...page, next: after };
    for (const stored of batch) {
      if (page.objects.length + page.prefixes.length >= limit) break;
      const cut = delimiter === '' ? -1 : stored.key.indexOf(delimiter, prefix.length);
      if (cut < 0) {
        page.objects.push(stored);
        after = stored.key;
        continue;
      }
      const common = stored.key.slice(0, cut + delimiter.length);
      page.prefixes.push(common);
      after = pastPrefix(common);
      break;
    }
  }
}

const encodeToken = (after: string): string => Buffer.from(after).toString('base64url');
const decodeToken = (token: string): string => Buffer.from(token, 'base64url').toString('utf8');
const encodeKey = (key: string): string => encodeURIComponent(key).replaceAll('%2F', '/');

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html */
export async function deleteObjects(call: Call): Promise<void> {
  const body = await receiveText(call.request, call.payload, call.store.patience);
  const keys = elements(body, 'Object').map((entry) => textOf(entry, 'Key'));
  if (keys.length === 0 || keys.length > MAX_KEYS || keys.includes(undefined)) throw malformedXml();
  const quiet = textOf(body, 'Quiet') === 'true';
  const deleted = [];
  for (const key of keys) {
    if (key === undefined) continue;
    const before = call.store.index.remove(call.bucket, key);
    await call.store.blobs.remove(before?.blobs ?? []);
    if (!quiet) deleted.push(element('Deleted', element('Key', key)));
  }
  answer(call, 200, {}, document('DeleteResult', deleted));
}
