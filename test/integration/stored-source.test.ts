import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { serveOnLoopback } from '../../layers/adapters/loopback/serve-bytes.ts';
import { newSourceDigest } from '../../layers/adapters/system/digest.ts';
import { blockTableKey, parseBlockTable } from '../../layers/domain/sources/block-table.ts';
import { SourceFault } from '../../layers/domain/sources/source-fault.ts';
import { disturbedStore } from '../support/disturbed-store.ts';
import { storedSources } from '../support/stored-sources.ts';

const MIB = 1024 ** 2;
const BYTES = randomBytes(9 * MIB + 12_345);
const KEY = 'orgs/o/videos/v/upl_1.mp4';
const PATIENT = { idleMs: 8000, giveUpMs: 30_000, pausesMs: [1, 5, 20] };
const never = new AbortController().signal;

let store: Awaited<ReturnType<typeof disturbedStore>>;
beforeAll(async () => {
  store = await disturbedStore();
  await keep(KEY, BYTES);
});
afterAll(() => store.close());
afterEach(() => store.disturbAll(undefined));

const digestOf = (bytes: Uint8Array) => {
  const digest = newSourceDigest();
  digest.update(bytes);
  return digest;
};

/** Stores a source as it is when its digests were made of what was received. */
async function keep(key: string, received: Uint8Array, stored = received) {
  await store.put(key, stored);
  await store.put(blockTableKey(key), digestOf(received).table());
}

/** A source as a decoder reads it. */
async function opened({
  patience = PATIENT,
  size = BYTES.length,
  key = KEY,
  sha256 = null as string | null,
} = {}) {
  const { client, bucket } = store;
  const sources = storedSources({
    client,
    bucket,
    patience,
    serve: serveOnLoopback,
    newDigest: newSourceDigest,
  });
  const source = sources.of({ source_key: key, size_bytes: size, sha256 });
  const media = await source.open(undefined, never);
  store.asked.length = 0;
  const read = async (first: number, last?: number) => {
    const headers = { range: `bytes=${first}-${last ?? ''}` };
    const response = await fetch(media.input, { headers });
    return Buffer.from(await response.arrayBuffer());
  };
  return { source, media, read };
}

const bytesAsked = () => store.asked.reduce((sum, [first, last]) => sum + last + 1 - first, 0);

test('the bytes of any range are those of the object', async () => {
  const { source, media, read } = await opened();
  for (const [first, last] of [
    [0, 0],
    [262_143, 262_144],
    [1_000_000, 4_000_000],
    [BYTES.length - 10, BYTES.length - 1],
  ] as const) {
    expect((await read(first, last)).equals(BYTES.subarray(first, last + 1))).toBe(true);
  }
  expect((await read(BYTES.length - 5)).equals(BYTES.subarray(-5))).toBe(true);
  media.assertWhole();
  source.close();
});

test('a whole read asks the store for each byte once, however often a decoder begins', async () => {
  const { source, read } = await opened();
  for (let start = 0; start < 5; start += 1) await read(0, 500_000);
  await read(BYTES.length - 1000);
  expect((await read(0)).equals(BYTES)).toBe(true);
  expect(bytesAsked()).toBe(BYTES.length);
  source.close();
});

test('a look at a place asks for a block, and reading on for ever more at a time', async () => {
  const { source, read } = await opened();
  await read(5 * MIB, 5 * MIB + 100);
  expect(bytesAsked()).toBe(256 * 1024);
  await read(0, 4 * MIB);
  expect(store.asked.length).toBeLessThan(8);
  source.close();
});

test.each([
  ['broken off', { kind: 'cut', after: 100_000 }],
  ['ended short', { kind: 'end', after: 100_000 }],
  ['stalled', { kind: 'stall', after: 100_000 }],
  ['refused as too many', { kind: 'busy' }],
  ['reset', { kind: 'refused' }],
] as const)('an answer that is %s is asked for anew, from where it ended', async (_, fault) => {
  const patience = fault.kind === 'stall' ? { ...PATIENT, idleMs: 500 } : PATIENT;
  const { source, media, read } = await opened({ patience });
  store.disturb(undefined, fault, undefined, fault, fault, fault);
  expect((await read(0)).equals(BYTES)).toBe(true);
  media.assertWhole();
  const [[, end] = [0, 0], broken = [0, 0]] = store.asked;
  const missing = 'after' in fault ? end + 1 + fault.after : end + 1;
  // Where a connection is cut, the last bytes that were sent may not have arrived.
  const earliest = fault.kind === 'cut' ? end + 1 : missing;
  const isAnew = ([from, to]: readonly [number, number]) =>
    from >= earliest && from <= missing && to === broken[1];
  expect(store.asked.slice(2).some(isAnew)).toBe(true);
  source.close();
});

test('a store that sends nothing for too long is a fault, which whoever reads is told', async () => {
  const { source, media, read } = await opened({ patience: { ...PATIENT, giveUpMs: 1000 } });
  await read(0, 10);
  store.disturbAll({ kind: 'busy' });
  await expect(read(MIB)).rejects.toThrow();
  expect(media.signal.reason).toBeInstanceOf(SourceFault);
  expect(() => media.assertWhole()).toThrow(SourceFault);
  source.close();
});

test.each([
  ['of another length', BYTES.length + 1, KEY],
  ['that is gone', BYTES.length, `${KEY}.gone`],
])('an object %s is a fault at once', async (_, size, key) => {
  const { source, media, read } = await opened({ size, key });
  await expect(read(0, 10)).rejects.toThrow();
  expect(() => media.assertWhole()).toThrow(SourceFault);
  // The bytes, and all of them for digests that are not there.
  expect(store.asked.length).toBeLessThanOrEqual(2);
  source.close();
});

test('a decoder that leaves while the store is silent leaves no fault to the next one', async () => {
  const { source, media, read } = await opened({ patience: { ...PATIENT, idleMs: 500 } });
  store.disturb({ kind: 'stall', after: 10 });
  const left = new AbortController();
  const response = await fetch(media.input, { signal: left.signal });
  left.abort();
  await expect(response.arrayBuffer()).rejects.toThrow();
  expect((await read(0, 99)).equals(BYTES.subarray(0, 100))).toBe(true);
  media.assertWhole();
  source.close();
});

test('a byte that changes on its way is asked for again', async () => {
  const { source, media, read } = await opened();
  store.disturb({ kind: 'flip', after: 70_000 }, undefined, { kind: 'flip', after: 0 });
  expect((await read(0)).equals(BYTES)).toBe(true);
  media.assertWhole();
  source.close();
});

const small = BYTES.subarray(0, MIB);
const changed = Buffer.from(small);
changed[700_000] = (changed[700_000] ?? 0) ^ 4;

test('a bit that flipped in the store is a fault, and the bytes before it are those of the file', async () => {
  const key = `${KEY}.rotten`;
  await keep(key, small, changed);
  const { source, media, read } = await opened({ key, size: MIB });
  expect((await read(0, 500_000)).equals(small.subarray(0, 500_001))).toBe(true);
  media.assertWhole();
  await expect(read(699_000, 701_000)).rejects.toThrow();
  expect(() => media.assertWhole()).toThrow('no longer holds the bytes that were received');
  source.close();
});

test('a source that was stored before its digests were kept is read whole once to make them', async () => {
  const key = `${KEY}.older`;
  const sha256 = digestOf(small).hex();
  await store.put(key, small);
  const first = await opened({ key, size: MIB, sha256 });
  await first.read(0, 10);
  first.media.assertWhole();
  first.source.close();
  const { client, bucket } = store;
  const found = await client.send(
    new GetObjectCommand({ Bucket: bucket, Key: blockTableKey(key) }),
  );
  const kept = await found.Body?.transformToByteArray();
  expect(parseBlockTable(kept ?? Buffer.of(), MIB, crc32)).toMatchObject({ sha256, size: MIB });
  const second = await opened({ key, size: MIB, sha256 });
  await second.read(0, 10);
  expect(store.asked).toEqual([[0, 262_143]]);
  second.source.close();
});

test.each([
  ['without digests', undefined],
  ['whose digests are those of other bytes', digestOf(changed).table()],
  ['whose digests are damaged', digestOf(small).table().fill(0, 60, 64)],
])('a source %s is held against the SHA-256 of its video', async (_, table) => {
  for (const stored of [small, changed]) {
    const key = `${KEY}.${randomBytes(4).toString('hex')}`;
    await store.put(key, stored);
    if (table) await store.put(blockTableKey(key), table);
    const sha256 = digestOf(small).hex();
    const { source, media, read } = await opened({ key, size: MIB, sha256 });
    const reading = read(0, 10);
    if (stored === small) {
      expect((await reading).equals(small.subarray(0, 11))).toBe(true);
      media.assertWhole();
    } else {
      await expect(reading).rejects.toThrow();
      expect(() => media.assertWhole()).toThrow('no longer holds the bytes that were received');
    }
    source.close();
  }
});

test('what is closed answers nobody and asks for nothing more', async () => {
  const { source, media, read } = await opened();
  await read(0, 10);
  source.close();
  const asked = store.asked.length;
  expect((await fetch(media.input)).status).toBe(404);
  expect(store.asked).toHaveLength(asked);
  media.assertWhole();
});
