import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { s3Artifacts } from '../../layers/adapters/s3/artifacts.ts';
import { objectClient } from '../../layers/adapters/s3/client.ts';
import type { ArtifactStore } from '../../layers/app/ports/artifacts.ts';
import { FAULT_KINDS, type Fault, needsBody, type Where } from '../support/faults/fault.ts';
import { startFaultProxy } from '../support/faults/fault-proxy.ts';
import { refuseAsStore } from '../support/faults/refusals.ts';
import { startObjectStore } from '../support/object-store.ts';
import { testAccess } from '../support/tables.ts';

const BUCKET = 'artifacts';
const WHERE: readonly Where[] = ['asking', 'answering', 'answered'];
const KINDS = FAULT_KINDS.filter((kind) => kind !== 'throttled');
type Case = Pick<Fault, 'kind' | 'where'>;
const CASES: readonly Case[] = KINDS.flatMap((kind) => WHERE.map((where) => ({ kind, where })));

const bytes = new Uint8Array(randomBytes(300_000));
const keyOf = ({ kind, where }: Case) => `${kind}/${where}`;
let dir: string;
let store: Awaited<ReturnType<typeof startObjectStore>>;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'store-'));
  store = await startObjectStore({ dir, ...testAccess() });
  store.makeBucket(BUCKET);
});
afterAll(async () => {
  await store.close();
  await rm(dir, { recursive: true, force: true });
});

async function throughFault<T>(one: Case, work: (artifacts: ArtifactStore) => Promise<T>) {
  const proxy = await startFaultProxy({ target: store.port, refuse: refuseAsStore });
  const client = objectClient({ endpoint: `http://127.0.0.1:${proxy.port}` });
  const times = ['stall', 'drip', 'restart'].includes(one.kind) ? 1 : 2;
  proxy.plan(() => true, { ...one, at: 1, times, position: 0.5 });
  try {
    return { result: await work(s3Artifacts(client, BUCKET)), hits: proxy.hits() };
  } finally {
    client.destroy();
    await proxy.close();
  }
}

test('what is put is stored, and what is got is what was put, whatever happens on the way', async () => {
  const cases = CASES.filter(({ kind }) => !needsBody(kind));
  const put = await Promise.all(
    cases.map((one) => throughFault(one, ({ put }) => put(keyOf(one), bytes, 'image/jpeg'))),
  );
  expect(put.map(({ hits }) => hits > 0)).toEqual(cases.map(() => true));
  const got = await Promise.all(
    CASES.map(async (one) => {
      const stored = cases.find(({ where }) => where === one.where) ?? one;
      const { result, hits } = await throughFault(one, ({ get }) => get(keyOf(stored)));
      return [one, hits > 0, Buffer.compare(bytes, result ?? new Uint8Array())];
    }),
  );
  expect(got).toEqual(CASES.map((one) => [one, true, 0]));
});
