import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { s3ErasedIds } from '../../layers/adapters/s3/erased-ids.ts';
import type { ErasedIds } from '../../layers/app/ports/videos/erased-ids.ts';
import { memoryErasedIds } from '../support/fakes/memory-erased-ids.ts';
import { startObjectStore } from '../support/object-store.ts';
import { testAccess } from '../support/tables.ts';

const AT = new Date('2026-05-01T12:00:00Z');
const LATER = new Date('2026-05-02T12:00:00Z');
const dir = await mkdtemp(join(tmpdir(), 'erased-'));
const store = await startObjectStore({ dir, ...testAccess() });
const client = new S3Client({
  endpoint: `http://127.0.0.1:${store.port}`,
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
});
const newBucket = () => {
  const name = randomUUID();
  store.makeBucket(name);
  return name;
};

afterAll(async () => {
  client.destroy();
  await store.close();
  await rm(dir, { recursive: true });
});

const IMPLEMENTATIONS: [string, () => ErasedIds][] = [
  ['in memory', memoryErasedIds],
  ['in the bucket', () => s3ErasedIds(client, newBucket())],
];

describe.each(IMPLEMENTATIONS)('erased ids %s', (_, make) => {
  test('tell of every id that was kept, and of no other', async () => {
    const erased = make();
    await erased.keep('org_1', ['vid_1', 'upl_1', 'job_1'], AT);
    await erased.keep('org_2', ['vid_2'], AT);
    const known = await erased.load();
    expect(known.count).toBe(4);
    for (const id of ['vid_1', 'upl_1', 'job_1']) expect(known.has('org_1', id)).toBe(true);
    expect(known.has('org_2', 'vid_2')).toBe(true);
    expect(known.has('org_2', 'vid_1')).toBe(false);
    expect(known.has('org_1', 'vid_2')).toBe(false);
  });

  test('keep what an erasure found that was taken up again beside what it had found', async () => {
    const erased = make();
    await erased.keep('org_1', ['vid_1', 'job_1'], AT);
    await erased.keep('org_1', ['vid_1'], LATER);
    const known = await erased.load();
    expect([known.count, known.has('org_1', 'job_1')]).toEqual([2, true]);
  });

  test('are none at first, and may be thousands', async () => {
    const erased = make();
    expect((await erased.load()).count).toBe(0);
    const ids = Array.from({ length: 3000 }, (_, at) => `job_${at}`);
    await erased.keep('org_1', ids, AT);
    await Promise.all(
      Array.from({ length: 40 }, (_, at) => erased.keep('org_1', [`vid_${at}`], AT)),
    );
    const known = await erased.load();
    expect(known.count).toBe(3040);
    expect(known.has('org_1', 'vid_39')).toBe(true);
  });
});

test('the bucket holds their digests and none of them', async () => {
  const bucket = newBucket();
  await s3ErasedIds(client, bucket).keep('org_1', ['vid_1', 'upl_1'], AT);
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
  expect(Contents).toHaveLength(1);
  const Key = Contents[0]?.Key ?? '';
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
  const text = await Body?.transformToString();
  expect(Key).toMatch(/^erasures\/2026-05-01T12:00:00\.000Z\//);
  for (const id of ['org_1', 'vid_1', 'upl_1']) expect(`${Key} ${text}`).not.toContain(id);
});
