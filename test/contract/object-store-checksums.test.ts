import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { s3Artifacts } from '../../layers/adapters/s3/artifacts.ts';
import { s3DirectStore } from '../../layers/adapters/s3/direct-store.ts';
import { newAccess } from '../../local/engine-access.ts';
import { startObjectStore } from '../support/object-store.ts';
import { weakLine } from '../support/weak-line.ts';

const MIB = 1024 ** 2;
const MARK = 'the bytes that are changed on their way';
const access = newAccess('us-west-2');
const Bucket = 'videos';
const defects: unknown[] = [];
let dir: string;
let store: Awaited<ReturnType<typeof startObjectStore>>;
let line: Awaited<ReturnType<typeof weakLine>>;
let s3: S3Client;
let throughLine: S3Client;

/** As the service's own client: without checksums unless a command names one. */
const clientOf = (port: number) =>
  new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    ...access,
    forcePathStyle: true,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'object-store-'));
  store = await startObjectStore({ dir, ...access, onDefect: (error) => defects.push(error) });
  store.makeBucket(Bucket);
  line = await weakLine(store.port);
  line.change(MARK, Number.POSITIVE_INFINITY);
  s3 = clientOf(store.port);
  throughLine = clientOf(line.port);
});

afterAll(async () => {
  for (const client of [s3, throughLine]) client.destroy();
  await line.close();
  await store.close();
  await rm(dir, { recursive: true });
});

async function* inPieces(body: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += 300_001) yield body.subarray(at, at + 300_001);
}
const sha256 = (...pieces: Uint8Array[]) => createHash('sha256').update(Buffer.concat(pieces));
const told = (Key: string) =>
  s3.send(new HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' }));
const blobFiles = async () => {
  const entries = await readdir(join(dir, 'blobs'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
};

/** Turns one bit of a blob around, as a disk may. */
async function flipBit(path: string, at: number): Promise<void> {
  await using file = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, at);
  await file.write(Buffer.from([byte.readUInt8() ^ 4]), 0, 1, at);
}

/** The one blob that `write` leaves behind. */
async function blobOf(write: () => Promise<unknown>): Promise<string> {
  const before = new Set(await blobFiles());
  await write();
  const [blob, ...more] = (await blobFiles()).filter((path) => !before.has(path));
  if (blob === undefined || more.length > 0) throw new Error('not one blob');
  return blob;
}

test('what the service stores in one request is kept with its SHA-256', async () => {
  const body = randomBytes(10_000);
  await s3Artifacts(s3, Bucket).put('small', body, 'image/jpeg');
  expect(await told('small')).toMatchObject({
    ChecksumSHA256: sha256(body).digest('base64'),
    ChecksumType: 'FULL_OBJECT',
  });
});

test('what it stores in parts is kept with the digest of their digests', async () => {
  const body = randomBytes(20 * MIB + 3);
  await s3Artifacts(s3, Bucket).put('large', inPieces(body), 'video/mp4');
  const parts = [0, 8, 16].map((from) => body.subarray(from * MIB, (from + 8) * MIB));
  const digest = sha256(...parts.map((part) => sha256(part).digest())).digest('base64');
  expect(await told('large')).toMatchObject({
    ChecksumSHA256: `${digest}-3`,
    ChecksumType: 'COMPOSITE',
  });
});

test('what comes by a signed address is kept with a checksum of its bytes, for who reads it', async () => {
  const body = randomBytes(10_000);
  const object = { contentType: 'video/mp4', bytes: null };
  const { url, headers } = await s3DirectStore(s3, Bucket).signPut('given', object, 60);
  expect((await fetch(url, { method: 'PUT', headers, body })).status).toBe(200);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  expect(await told('given')).toMatchObject({
    ChecksumCRC32: checksum.toString('base64'),
    ChecksumType: 'FULL_OBJECT',
  });
});

test('no signed address carries a checksum', async () => {
  const direct = s3DirectStore(s3, Bucket);
  const object = { contentType: 'video/mp4', bytes: 5 };
  const addresses = [
    (await direct.signPut('signed', object, 60)).url,
    await direct.signPart('signed', { id: 'x', number: 1, bytes: 5 }, 60),
    await s3Artifacts(s3, Bucket).signedUrl('signed', 60),
  ];
  for (const address of addresses) expect(address).not.toMatch(/checksum/i);
});

test.each([
  ['in one request', Buffer.concat([randomBytes(1000), Buffer.from(MARK)])],
  ['in parts', Buffer.concat([randomBytes(9 * MIB), Buffer.from(MARK), randomBytes(9 * MIB)])],
])('bytes that change between the service and the store, %s, are not stored', async (_, body) => {
  const changed = line.changed();
  const put = s3Artifacts(throughLine, Bucket).put('changed', inPieces(body), 'video/mp4');
  // The signature holds a digest of the body as well.
  const refused = { name: expect.stringMatching(/^(BadDigest|XAmzContentSHA256Mismatch)$/) };
  await expect(put).rejects.toMatchObject(refused);
  expect(line.changed()).toBeGreaterThan(changed);
  await expect(told('changed')).rejects.toMatchObject({ name: 'NotFound' });
  const { Uploads } = await s3.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'changed' }));
  expect(Uploads).toBeUndefined();
});

test.each([10, 600_000])(
  'a bit flipped in %i stored bytes is found when they are read',
  async (size) => {
    const artifacts = s3Artifacts(s3, Bucket);
    const body = randomBytes(size);
    const blob = await blobOf(() => artifacts.put('flipped', body, 'image/jpeg'));
    expect(Buffer.from((await artifacts.get('flipped')) ?? '').equals(body)).toBe(true);
    for (const at of [0, size - 1]) {
      await flipBit(blob, at);
      defects.length = 0;
      await expect(artifacts.get('flipped')).rejects.toThrow();
      // An answer that breaks off is asked for again, and is no better then.
      const names = new Set(defects.map((defect) => (defect as Error).name));
      expect(names).toEqual(new Set(['ChangedBlob']));
      await flipBit(blob, at);
    }
    expect(Buffer.from((await artifacts.get('flipped')) ?? '').equals(body)).toBe(true);
  },
);

test('a blob that lost its end is found as well', async () => {
  const artifacts = s3Artifacts(s3, Bucket);
  const blob = await blobOf(() => artifacts.put('cut', randomBytes(300_000), 'image/jpeg'));
  const file = await open(blob, 'r+');
  await file.truncate(299_999);
  await file.close();
  await expect(artifacts.get('cut')).rejects.toThrow();
});

const begin = async (Key: string) => {
  const command = new CreateMultipartUploadCommand({ Bucket, Key, ChecksumAlgorithm: 'SHA256' });
  return (await s3.send(command)).UploadId ?? '';
};

test('a part without the checksum that was said is refused', async () => {
  const UploadId = await begin('bare');
  const part = { Bucket, Key: 'bare', UploadId, PartNumber: 1, Body: 'x' };
  await expect(s3.send(new UploadPartCommand(part))).rejects.toMatchObject({
    name: 'InvalidRequest',
  });
  const crc = new UploadPartCommand({ ...part, ChecksumAlgorithm: 'CRC32' });
  await expect(s3.send(crc)).rejects.toMatchObject({ name: 'InvalidRequest' });
});

test('a completion that names another checksum than a part arrived with is refused', async () => {
  const UploadId = await begin('named');
  const at = { Bucket, Key: 'named', UploadId };
  const { ETag = '', ChecksumSHA256 = '' } = await s3.send(
    new UploadPartCommand({ ...at, PartNumber: 1, Body: 'x', ChecksumAlgorithm: 'SHA256' }),
  );
  const complete = (checksum: string) =>
    s3.send(
      new CompleteMultipartUploadCommand({
        ...at,
        MultipartUpload: { Parts: [{ PartNumber: 1, ETag, ChecksumSHA256: checksum }] },
      }),
    );
  await expect(complete(sha256(Buffer.from('y')).digest('base64'))).rejects.toMatchObject({
    name: 'InvalidPart',
  });
  const composite = sha256(Buffer.from(ChecksumSHA256, 'base64')).digest('base64');
  expect(await complete(ChecksumSHA256)).toMatchObject({ ChecksumSHA256: `${composite}-1` });
});
