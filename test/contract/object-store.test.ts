import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { newAccess } from '../../local/engine-access.ts';
import type { ObjectCreatedEvent } from '../../local/object-store/call.ts';
import type { ObjectStoreOptions } from '../../local/object-store/server.ts';
import { startObjectStore } from '../support/object-store.ts';

const access = newAccess('us-west-2');
const Bucket = 'videos';
const MIB = 1024 ** 2;
const events: ObjectCreatedEvent[] = [];
const defects: unknown[] = [];
let dir: string;
let store: Awaited<ReturnType<typeof startObjectStore>>;
let s3: S3Client;

const open = async (options: Partial<ObjectStoreOptions> = {}) => {
  store = await startObjectStore({
    dir,
    ...access,
    ...options,
    onObjectCreated: (event) => events.push(event),
    onDefect: (error) => defects.push(error),
  });
  store.makeBucket(Bucket);
  s3 = new S3Client({
    endpoint: `http://127.0.0.1:${store.port}`,
    ...access,
    forcePathStyle: true,
    maxAttempts: 1,
  });
};

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'object-store-'));
  await open();
});

afterAll(async () => {
  s3.destroy();
  await store.close();
  await rm(dir, { recursive: true });
  expect(defects).toEqual([]);
});

const put = (Key: string, Body: string | Buffer) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body }));
const text = async (Key: string) =>
  (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();
// Digests, because jest compares long buffers byte by byte and slowly.
const sha = (body: Uint8Array) => createHash('sha256').update(body).digest('hex');
const bytes = async (body: { transformToByteArray(): Promise<Uint8Array> } | undefined) =>
  sha((await body?.transformToByteArray()) ?? Buffer.alloc(0));
const keysOf = async (Prefix: string) =>
  (await s3.send(new ListObjectsV2Command({ Bucket, Prefix }))).Contents?.map(({ Key }) => Key);

test('an object comes back with its bytes, type, metadata and the MD5 of its bytes as ETag', async () => {
  const body = randomBytes(3 * MIB + 17);
  const { ETag } = await s3.send(
    new PutObjectCommand({
      Bucket,
      Key: 'a/ü b+c(1)!.mp4',
      Body: body,
      ContentType: 'video/mp4',
      CacheControl: 'private',
      Metadata: { org: 'one' },
    }),
  );
  const got = await s3.send(new GetObjectCommand({ Bucket, Key: 'a/ü b+c(1)!.mp4' }));
  expect(await bytes(got.Body)).toBe(sha(body));
  expect(got).toMatchObject({
    ETag: `"${createHash('md5').update(body).digest('hex')}"`,
    ContentType: 'video/mp4',
    CacheControl: 'private',
    Metadata: { org: 'one' },
    ContentLength: body.length,
    AcceptRanges: 'bytes',
  });
  expect(ETag).toBe(got.ETag);
  const head = await s3.send(new HeadObjectCommand({ Bucket, Key: 'a/ü b+c(1)!.mp4' }));
  expect(head).toMatchObject({ ETag, ContentLength: body.length });
});

test('a stream is taken in chunks with its checksum as a trailer', async () => {
  const body = randomBytes(2 * MIB);
  await s3.send(
    new PutObjectCommand({
      Bucket,
      Key: 'streamed',
      Body: Readable.from([body.subarray(0, MIB), body.subarray(MIB)]),
      ContentLength: body.length,
    }),
  );
  const got = await s3.send(new GetObjectCommand({ Bucket, Key: 'streamed' }));
  expect(got.ContentEncoding).toBeUndefined();
  expect(await bytes(got.Body)).toBe(sha(body));
});

test.each(['SHA1', 'SHA256', 'CRC32'] as const)(
  'a right %s checksum is kept and a wrong one refused',
  async (name) => {
    const member = `Checksum${name}`;
    const right = await s3.send(
      new PutObjectCommand({ Bucket, Key: `sum-${name}`, Body: 'x', ChecksumAlgorithm: name }),
    );
    expect(right).toHaveProperty(member);
    const wrong = s3.send(
      new PutObjectCommand({
        Bucket,
        Key: `wrong-${name}`,
        Body: 'y',
        [member]: right[`Checksum${name}`],
      }),
    );
    await expect(wrong).rejects.toMatchObject({ name: 'BadDigest' });
    await expect(text(`wrong-${name}`)).rejects.toMatchObject({ name: 'NoSuchKey' });
  },
);

test('a wrong Content-MD5 is refused', async () => {
  const wrong = new PutObjectCommand({
    Bucket,
    Key: 'md5',
    Body: 'x',
    ContentMD5: createHash('md5').update('y').digest('base64'),
  });
  await expect(s3.send(wrong)).rejects.toMatchObject({ name: 'BadDigest' });
});

test.each([
  ['bytes=0-3', '0123', 'bytes 0-3/10'],
  ['bytes=7-', '789', 'bytes 7-9/10'],
  ['bytes=-2', '89', 'bytes 8-9/10'],
  ['bytes=8-99', '89', 'bytes 8-9/10'],
])('Range %s answers %s', async (Range, expected, ContentRange) => {
  await put('range', '0123456789');
  const got = await s3.send(new GetObjectCommand({ Bucket, Key: 'range', Range }));
  expect(got.$metadata.httpStatusCode).toBe(206);
  expect(got).toMatchObject({ ContentRange, ContentLength: expected.length });
  expect(await got.Body?.transformToString()).toBe(expected);
});

test('a range that is wanted of what was read before comes whole when that has changed', async () => {
  await put('range', '0123456789');
  const address = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'range' }));
  const narrowed = async (condition: string) =>
    (await fetch(address, { headers: { range: 'bytes=0-3', 'if-range': condition } })).text();
  const { headers } = await fetch(address);
  for (const name of ['etag', 'last-modified'])
    expect(await narrowed(headers.get(name) ?? '')).toBe('0123');
  for (const other of ['"0"', 'Wed, 01 Jan 2020 00:00:00 GMT'])
    expect(await narrowed(other)).toBe('0123456789');
});

test('a range behind the end answers 416', async () => {
  await put('range', '0123456789');
  const behind = s3.send(new GetObjectCommand({ Bucket, Key: 'range', Range: 'bytes=10-' }));
  await expect(behind).rejects.toMatchObject({
    name: 'InvalidRange',
    ActualObjectSize: '10',
    $metadata: { httpStatusCode: 416 },
  });
});

test('an empty object is an object', async () => {
  await put('empty', Buffer.alloc(0));
  expect(await text('empty')).toBe('');
});

test('an unknown key, bucket and a key of dots answer as S3 does', async () => {
  await expect(text('nothing')).rejects.toMatchObject({ name: 'NoSuchKey' });
  await expect(s3.send(new HeadObjectCommand({ Bucket, Key: 'nothing' }))).rejects.toMatchObject({
    name: 'NotFound',
  });
  await expect(s3.send(new GetObjectCommand({ Bucket: 'other', Key: 'x' }))).rejects.toMatchObject({
    name: 'NoSuchBucket',
  });
  await put('dots/../../etc/passwd', 'harmless');
  expect(await text('dots/../../etc/passwd')).toBe('harmless');
});

test('If-None-Match: * keeps what is there; If-None-Match with its ETag answers 304', async () => {
  const { ETag } = await put('once', 'first');
  const again = new PutObjectCommand({ Bucket, Key: 'once', Body: 'second', IfNoneMatch: '*' });
  await expect(s3.send(again)).rejects.toMatchObject({
    name: 'PreconditionFailed',
    $metadata: { httpStatusCode: 412 },
  });
  expect(await text('once')).toBe('first');
  const same = new GetObjectCommand({ Bucket, Key: 'once', IfNoneMatch: ETag ?? '' });
  await expect(s3.send(same)).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
});

test('of many writers with If-None-Match: * one wins', async () => {
  const writers = Array.from({ length: 10 }, (_, n) =>
    s3.send(new PutObjectCommand({ Bucket, Key: 'race', Body: `${n}`, IfNoneMatch: '*' })),
  );
  const ends = await Promise.allSettled(writers);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a listing has the byte order of keys, pages and folders', async () => {
  for (const key of ['l/b', 'l/a/2', 'l/a/1', 'l/é', 'l/Z', 'l2']) await put(key, key);
  expect(await keysOf('l/')).toEqual(['l/Z', 'l/a/1', 'l/a/2', 'l/b', 'l/é']);
  const first = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'l/', MaxKeys: 2 }));
  expect(first).toMatchObject({ KeyCount: 2, IsTruncated: true });
  const second = await s3.send(
    new ListObjectsV2Command({
      Bucket,
      Prefix: 'l/',
      ContinuationToken: first.NextContinuationToken ?? '',
    }),
  );
  expect(second.Contents?.map(({ Key }) => Key)).toEqual(['l/a/2', 'l/b', 'l/é']);
  expect(second.IsTruncated).toBe(false);
  const folders = await s3.send(
    new ListObjectsV2Command({ Bucket, Prefix: 'l/', Delimiter: '/', MaxKeys: 2 }),
  );
  expect(folders.CommonPrefixes).toEqual([{ Prefix: 'l/a/' }]);
  expect(folders.Contents?.map(({ Key }) => Key)).toEqual(['l/Z']);
  expect(folders.IsTruncated).toBe(true);
});

test('objects are deleted one by one and many at once, and deleting nothing is no error', async () => {
  for (const key of ['d/1', 'd/2 <&>', 'd/3']) await put(key, key);
  await s3.send(new DeleteObjectCommand({ Bucket, Key: 'd/1' }));
  await s3.send(new DeleteObjectCommand({ Bucket, Key: 'd/1' }));
  const { Deleted } = await s3.send(
    new DeleteObjectsCommand({
      Bucket,
      Delete: { Objects: [{ Key: 'd/2 <&>' }, { Key: 'd/3' }, { Key: 'd/none' }] },
    }),
  );
  expect(Deleted?.map(({ Key }) => Key)).toEqual(['d/2 <&>', 'd/3', 'd/none']);
  expect(await keysOf('d/')).toBeUndefined();
});

test('a copy has the same bytes and outlives its source', async () => {
  await put('copy/source é', 'bytes');
  await s3.send(
    new CopyObjectCommand({
      Bucket,
      Key: 'copy/target',
      CopySource: `${Bucket}/${encodeURIComponent('copy/source é')}`,
    }),
  );
  await s3.send(new DeleteObjectCommand({ Bucket, Key: 'copy/source é' }));
  expect(await text('copy/target')).toBe('bytes');
});

test('a reader that has begun gets all of an object that is replaced meanwhile', async () => {
  const body = randomBytes(8 * MIB);
  await put('replaced', body);
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: 'replaced' }));
  await put('replaced', 'new');
  expect(await bytes(Body)).toBe(sha(body));
  expect(await text('replaced')).toBe('new');
});

test('lib-storage uploads in parts, and the ETag counts them', async () => {
  const body = randomBytes(11 * MIB);
  const upload = new Upload({
    client: s3,
    params: { Bucket, Key: 'parts', Body: Readable.from([body]), ContentType: 'video/mp4' },
  });
  const { ETag } = await upload.done();
  expect(ETag).toMatch(/^"[0-9a-f]{32}-3"$/);
  const got = await s3.send(
    new GetObjectCommand({ Bucket, Key: 'parts', Range: `bytes=${5 * MIB - 2}-${5 * MIB + 1}` }),
  );
  expect(await bytes(got.Body)).toBe(sha(body.subarray(5 * MIB - 2, 5 * MIB + 2)));
  expect(got.ContentType).toBe('video/mp4');
});

const begin = async (Key: string) =>
  (await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }))).UploadId ?? '';
const part = async (Key: string, UploadId: string, PartNumber: number, Body: Buffer | string) => ({
  PartNumber,
  ETag: (await s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))).ETag,
});
const complete = (
  Key: string,
  UploadId: string,
  Parts: { PartNumber: number; ETag?: string | undefined }[],
) =>
  s3.send(
    new CompleteMultipartUploadCommand({
      Bucket,
      Key,
      UploadId,
      MultipartUpload: {
        Parts: Parts.map(({ PartNumber, ETag = '' }) => ({ PartNumber, ETag })),
      },
    }),
  );

test('parts that are small, unknown, out of order or altered are refused at completion', async () => {
  const id = await begin('bad');
  const one = await part('bad', id, 1, 'small');
  const two = await part('bad', id, 2, 'last');
  await expect(complete('bad', id, [one, two])).rejects.toMatchObject({ name: 'EntityTooSmall' });
  await expect(complete('bad', id, [two, one])).rejects.toMatchObject({ name: 'InvalidPartOrder' });
  await expect(complete('bad', id, [{ PartNumber: 3, ETag: one.ETag }])).rejects.toMatchObject({
    name: 'InvalidPart',
  });
  await expect(complete('bad', id, [{ PartNumber: 1, ETag: two.ETag }])).rejects.toMatchObject({
    name: 'InvalidPart',
  });
  await complete('bad', id, [two]);
  expect(await text('bad')).toBe('last');
  await expect(complete('bad', id, [two])).rejects.toMatchObject({ name: 'NoSuchUpload' });
});

test('parts are listed with their sizes, a repeated part replaces the first, abort forgets all', async () => {
  const id = await begin('listed');
  await part('listed', id, 1, 'first');
  await part('listed', id, 1, 'replaced');
  await part('listed', id, 3, 'third');
  const { Parts } = await s3.send(new ListPartsCommand({ Bucket, Key: 'listed', UploadId: id }));
  expect(Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
    [1, 8],
    [3, 5],
  ]);
  const { Uploads } = await s3.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'listed' }));
  expect(Uploads).toMatchObject([{ Key: 'listed', UploadId: id }]);
  await s3.send(new AbortMultipartUploadCommand({ Bucket, Key: 'listed', UploadId: id }));
  await expect(part('listed', id, 2, 'late')).rejects.toMatchObject({ name: 'NoSuchUpload' });
});

test('an event tells of each new object in the form of EventBridge', async () => {
  await put('event', 'abc');
  expect(events.at(-1)).toMatchObject({
    'detail-type': 'Object Created',
    source: 'aws.s3',
    detail: { bucket: { name: Bucket }, object: { key: 'event', size: 3 }, reason: 'PutObject' },
  });
});

test('a disk that is nearly full takes no more objects, and gives and deletes what it holds', async () => {
  await put('before', 'before');
  const id = await begin('parts');
  s3.destroy();
  await store.close();
  await open({ reservedBytes: Number.MAX_SAFE_INTEGER });
  const full = { name: 'InsufficientStorage', $metadata: { httpStatusCode: 507 } };
  await expect(put('after', 'after')).rejects.toMatchObject(full);
  await expect(put('before', 'after')).rejects.toMatchObject(full);
  await expect(part('parts', id, 1, 'after')).rejects.toMatchObject(full);
  expect(await text('before')).toBe('before');
  await s3.send(new DeleteObjectCommand({ Bucket, Key: 'before' }));
  expect(await keysOf('before')).toBeUndefined();
  // Whoever runs the service is told each time.
  expect(defects.splice(0)).toMatchObject(Array.from({ length: 3 }, () => ({ name: 'FullDisk' })));
  s3.destroy();
  await store.close();
  await open();
});

test('everything is there after a restart, and no bytes are left that nothing refers to', async () => {
  await put('kept', 'kept');
  const id = await begin('half');
  const half = await part('half', id, 1, 'half');
  s3.destroy();
  await store.close();
  await open();
  expect(await text('kept')).toBe('kept');
  await complete('half', id, [half]);
  expect(await text('half')).toBe('half');
  for (const key of (await keysOf('')) ?? [])
    await s3.send(new DeleteObjectCommand({ Bucket, Key: key ?? '' }));
  const files = await readdir(join(dir, 'blobs'), { recursive: true, withFileTypes: true });
  expect(files.filter((file) => file.isFile())).toEqual([]);
});
