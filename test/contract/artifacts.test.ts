import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { s3Artifacts } from '../../layers/adapters/s3/artifacts.ts';
import type { ArtifactStore } from '../../layers/app/ports/artifacts.ts';
import { disturbedStore } from '../support/disturbed-store.ts';
import { folderArtifacts } from '../support/fakes/folder-artifacts.ts';
import { memoryArtifacts } from '../support/fakes/memory-artifacts.ts';

const MIB = 1024 ** 2;
const store = await disturbedStore();
const stored = s3Artifacts(store.client, store.bucket);
const folder = await mkdtemp(join(tmpdir(), 'artifacts-'));
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

/** The bytes of an object as they come; undefined when there is none. */
async function readOf(artifacts: ArtifactStore, key: string): Promise<Buffer | undefined> {
  const chunks = await artifacts.read(key);
  if (!chunks) return undefined;
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/** Puts objects by the store itself. */
const putInto = (artifacts: ArtifactStore) => async (keys: readonly string[]) => {
  for (const key of keys) await artifacts.put(key, Buffer.from('x'), '');
};
const [inMemory, inFolder] = [memoryArtifacts(), folderArtifacts(folder)];

describe.each<[string, ArtifactStore, (keys: readonly string[]) => unknown]>([
  ['in memory', inMemory, putInto(inMemory)],
  ['in a folder', inFolder, putInto(inFolder)],
  ['in S3', stored, store.fill],
])('artifacts %s', (_, artifacts, fill) => {
  const bytes = randomBytes(3 * MIB);

  test('are read as they were put, at once or as they come', async () => {
    await artifacts.put('a/whole', bytes, 'application/octet-stream');
    expect(Buffer.from((await artifacts.get('a/whole')) ?? []).equals(bytes)).toBe(true);
    expect((await readOf(artifacts, 'a/whole'))?.equals(bytes)).toBe(true);
  });

  test('are kept as they come, and the last ones put under a key count', async () => {
    async function* parts() {
      yield bytes.subarray(0, 700_000);
      yield bytes.subarray(700_000);
    }
    await artifacts.put('a/streamed', Buffer.from('before'), '');
    await artifacts.put('a/streamed', parts(), '');
    expect((await readOf(artifacts, 'a/streamed'))?.equals(bytes)).toBe(true);
  });

  test('may be empty, under any name that a key may have', async () => {
    const key = 'a/ü %2F +&=?#/../empty.json';
    await artifacts.put(key, new Uint8Array(0), '');
    expect((await artifacts.get(key))?.byteLength).toBe(0);
    expect(await readOf(artifacts, key)).toHaveLength(0);
    expect(await artifacts.list('a/ü ')).toEqual([key]);
  });

  test('are listed and deleted where there are more than a thousand', async () => {
    const keys = Array.from({ length: 1001 }, (_, at) => `m/${String(at).padStart(4, '0')}`);
    await fill(keys.toReversed());
    expect(await artifacts.list('m/')).toEqual(keys);
    await artifacts.deletePrefix('m/');
    expect(await artifacts.list('m/')).toEqual([]);
  });

  test('that were handed over do not change with the array they came in', async () => {
    const array = Uint8Array.from([1, 2, 3]);
    await artifacts.put('a/array', array, '');
    array.fill(0);
    expect([...((await artifacts.get('a/array')) ?? [])]).toEqual([1, 2, 3]);
  });

  test('that are not there are undefined', async () => {
    expect(await artifacts.get('a/none')).toBeUndefined();
    expect(await artifacts.read('a/none')).toBeUndefined();
  });

  test('are listed by a prefix, and deleted by it', async () => {
    for (const key of ['b/1', 'b/2', 'bc/1']) await artifacts.put(key, Buffer.from('x'), '');
    expect((await artifacts.list('b/')).toSorted()).toEqual(['b/1', 'b/2']);
    await artifacts.deletePrefix('b/');
    expect(await artifacts.list('b')).toEqual(['bc/1']);
  });

  test('are let go of by whoever ends early', async () => {
    await artifacts.put('a/left', bytes, '');
    for await (const chunk of (await artifacts.read('a/left')) ?? []) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect((await readOf(artifacts, 'a/left'))?.length).toBe(bytes.length);
  });
});

test('a read that breaks off goes on where it broke', async () => {
  const bytes = randomBytes(2 * MIB);
  await stored.put('c/cut', bytes, '');
  store.asked.length = 0;
  store.disturb({ kind: 'cut', after: 700_000 }, { kind: 'end', after: 500_000 }, undefined);
  expect((await readOf(stored, 'c/cut'))?.equals(bytes)).toBe(true);
  expect(store.asked).toHaveLength(3);
});

test('a read that breaks off again and again is given up', async () => {
  await stored.put('c/broken', randomBytes(MIB), '');
  store.disturbAll({ kind: 'cut', after: 1000 });
  await expect(readOf(stored, 'c/broken')).rejects.toThrow();
  store.disturbAll(undefined);
});

test('bytes that are not those that were stored are no end of a read', async () => {
  await stored.put('c/wrong', randomBytes(MIB), '');
  store.disturb({ kind: 'flip', after: 900_000 });
  await expect(readOf(stored, 'c/wrong')).rejects.toThrow(/[Cc]hecksum/);
});
