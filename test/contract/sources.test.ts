import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListMultipartUploadsCommand, S3Client, UploadPartCopyCommand } from '@aws-sdk/client-s3';
import { s3Artifacts } from '../../layers/adapters/s3/artifacts.ts';
import { TRANSFER_DAYS } from '../../layers/adapters/s3/bucket-lifecycle.ts';
import { copyWithin } from '../../layers/adapters/s3/copy-within.ts';
import { s3DirectStore } from '../../layers/adapters/s3/direct-store.ts';
import { s3Sources } from '../../layers/adapters/s3/sources.ts';
import type { ArtifactStore } from '../../layers/app/ports/artifacts.ts';
import type { Sources } from '../../layers/app/ports/videos/working-copies.ts';
import { newAccess } from '../../local/engine-access.ts';
import { memoryArtifacts } from '../support/fakes/memory-artifacts.ts';
import { memorySources } from '../support/fakes/memory-sources.ts';
import { startObjectStore } from '../support/object-store.ts';

const MIB = 1024 ** 2;
const DAY_MS = 86_400_000;
const bucket = 'videos';
const access = newAccess('us-west-2');
/** How far the store's clock is ahead. */
const ahead = { ms: 0 };
const dir = await mkdtemp(join(tmpdir(), 'sources-'));
const store = await startObjectStore({
  dir,
  ...access,
  now: () => new Date(Date.now() + ahead.ms),
});
store.makeBucket(bucket);
const client = new S3Client({
  ...access,
  endpoint: `http://127.0.0.1:${store.port}`,
  forcePathStyle: true,
  maxAttempts: 1,
});

afterAll(async () => {
  client.destroy();
  await store.close();
  await rm(dir, { recursive: true });
});

interface Store {
  readonly sources: Sources;
  readonly artifacts: ArtifactStore;
}
const STORES: Readonly<Record<string, () => Store>> = {
  memory: () => {
    const artifacts = memoryArtifacts();
    return { artifacts, sources: memorySources(artifacts.objects) };
  },
  S3: () => ({
    artifacts: s3Artifacts(client, bucket),
    // So that parts are copied of what a test can make.
    sources: s3Sources(client, bucket, { oneCallBytes: 6 * MIB, partBytes: 5 * MIB }),
  }),
};

const sha = (bytes: Uint8Array = new Uint8Array()) =>
  createHash('sha256').update(bytes).digest('hex');

describe.each(Object.entries(STORES))('sources in %s', (_name, open) => {
  const { sources, artifacts } = open();

  test.each([
    ['in one call', 'one', 3 * MIB],
    ['by parts', 'many', 11 * MIB + 7],
    ['without a byte', 'empty', 0],
  ])('an object is copied %s, outlives its source, and keeps its length', async (_, key, size) => {
    const body = randomBytes(size);
    await artifacts.put(`from/${key} é.mov`, body, 'video/quicktime');
    await sources.copy(`from/${key} é.mov`, `to/${key}.mov`);
    await sources.delete(`from/${key} é.mov`);
    expect(await sources.size(`to/${key}.mov`)).toBe(size);
    expect(sha(await artifacts.get(`to/${key}.mov`))).toBe(sha(body));
  });

  test('keys are listed by their prefix, and one that was deleted is not', async () => {
    for (const key of ['a/2', 'a/1', 'b/1'])
      await artifacts.put(`list/${key}`, Buffer.from(key), '');
    await sources.delete('list/a/2');
    await sources.delete('list/a/2');
    expect(await sources.list('list/a/')).toEqual(['list/a/1']);
    expect(await sources.size('list/a/2')).toBeUndefined();
  });

  test('what is not there cannot be copied', async () => {
    await expect(sources.copy('none', 'to/none')).rejects.toThrow('there is no object none');
    expect(await sources.size('to/none')).toBeUndefined();
  });
});

test('an object that was replaced since it was looked at is not copied', async () => {
  const artifacts = s3Artifacts(client, bucket);
  await artifacts.put('changed', randomBytes(100), 'video/mp4');
  const copying = { from: 'changed', to: 'copied', bytes: 100, type: undefined, etag: '"other"' };
  for (const oneCallBytes of [100, 99]) {
    await expect(copyWithin(client, bucket, copying, { oneCallBytes })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    });
  }
  expect(await artifacts.list('copied')).toEqual([]);
});

test('a part is copied of a transfer that is under way, and of a range that the object has', async () => {
  const part = { Bucket: bucket, Key: 'x', UploadId: 'none', PartNumber: 1 };
  await s3Artifacts(client, bucket).put('ranged', randomBytes(10), '');
  await expect(
    client.send(new UploadPartCopyCommand({ ...part, CopySource: `${bucket}/ranged` })),
  ).rejects.toMatchObject({ name: 'NoSuchUpload' });
});

test('the bucket deletes what lies under a prefix once its days are over, and nothing else', async () => {
  const artifacts = s3Artifacts(client, bucket);
  const rules = [{ prefix: 'masters/', days: 7 }];
  const keys = ['masters/master.mov', 'orgs/master.mov'];
  for (const key of keys) await artifacts.put(key, Buffer.from('sent'), 'video/quicktime');
  const keptAfter = async (ms: number) => {
    ahead.ms = ms;
    await store.expire(bucket, rules, TRANSFER_DAYS);
    ahead.ms = 0;
    return Promise.all(keys.map(async (key) => (await artifacts.list(key)).length > 0));
  };
  expect(await keptAfter(7 * DAY_MS - 60_000)).toEqual([true, true]);
  expect(await keptAfter(7 * DAY_MS)).toEqual([false, true]);
});

test('the bucket ends a transfer in parts that nobody has ended for eight days', async () => {
  const id = await s3DirectStore(client, bucket).beginParts('begun', 'video/mp4');
  const idsAfter = async (ms: number) => {
    ahead.ms = ms;
    await store.expire(bucket, [], TRANSFER_DAYS);
    ahead.ms = 0;
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
    return Uploads.map(({ UploadId }) => UploadId);
  };
  expect(await idsAfter(8 * DAY_MS - 60_000)).toContain(id);
  expect(await idsAfter(8 * DAY_MS)).not.toContain(id);
});
