import { dynamoErasures } from '../../../layers/adapters/dynamo/erasures.ts';
import { dynamoFetches } from '../../../layers/adapters/dynamo/fetches.ts';
import { dynamoSourceSwap } from '../../../layers/adapters/dynamo/source-swap.ts';
import { newId } from '../../../layers/adapters/system/clock.ts';
import { newSha256 } from '../../../layers/adapters/system/digest.ts';
import type { Copier, CopyMessage } from '../../../layers/app/ports/working-copies.ts';
import { makeReceiveUpload } from '../../../layers/app/uploads/receive-upload.ts';
import { makeEraseVideo } from '../../../layers/app/videos/erase-video.ts';
import { makeKeepWorkingCopy } from '../../../layers/app/videos/keep-working-copy.ts';
import {
  orderingCopies,
  orderingFetchedCopies,
} from '../../../layers/app/videos/order-working-copies.ts';
import type { Principal } from '../../../layers/domain/credential.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import type { Probe } from '../../../layers/domain/probe.ts';
import { MINUTE } from '../../support/fakes/fake-engine.ts';
import { testService } from '../../support/service.ts';
import { type TestTables, testTables } from '../../support/tables.ts';

const signal = new AbortController().signal;
const PRORES: Probe = {
  ...MINUTE,
  picture: MINUTE.picture && { ...MINUTE.picture, codec: 'prores', timecode: '01:00:00:00' },
};

let tables: TestTables;
beforeAll(async () => {
  tables = await testTables();
});

/** A service whose copier writes what it is told. */
async function setUp(found = PRORES) {
  const service = testService(tables);
  service.engine.found = found;
  const orders: (CopyMessage & { delaySeconds: number })[] = [];
  const queue = {
    send: async (message: CopyMessage, delaySeconds: number) =>
      void orders.push({ ...message, delaySeconds }),
  };
  const made = {
    bytes: 'copy',
    /** Called while a copy is being made. */
    meanwhile: async () => undefined as unknown,
    seconds: 60,
    copies: 0,
    discarded: 0,
  };
  const copier: Copier = {
    secondsFor: () => made.seconds,
    async copy() {
      made.copies += 1;
      await made.meanwhile();
      const bytes = Buffer.from(made.bytes);
      return {
        probe: MINUTE,
        sizeBytes: bytes.length,
        contentType: 'video/quicktime',
        extension: '.mov',
        async *bytes() {
          yield bytes;
        },
        async discard() {
          made.discarded += 1;
        },
      };
    },
  };
  const { artifacts, uploads, engine } = service;
  const videos = orderingCopies(service.videos, queue);
  const receive = makeReceiveUpload({
    ...{ videos, uploads, artifacts, engine, newId },
    newDigest: newSha256,
    now: () => service.clock.now,
  });
  const deps = {
    ...{ videos, artifacts, copier, queue, newId, workerSeconds: 900 },
    swaps: dynamoSourceSwap(tables.db, tables.records),
    sources: {
      list: async (prefix: string) =>
        [...artifacts.objects.keys()].filter((key) => key.startsWith(prefix)),
      delete: async (key: string) => void artifacts.objects.delete(key),
    },
  };
  const caller = await service.caller();
  const upload = (content = `a master ${newId('upl')}`, by: Principal = caller) =>
    receive(
      by,
      {
        filename: 'Master.mov',
        contentType: 'video/quicktime',
        bytes: (async function* () {
          yield Buffer.from(content);
        })(),
      },
      signal,
    );
  const keep = makeKeepWorkingCopy(deps);
  const order = async () => {
    const { video, upload_id } = await upload();
    const make = { orgId: caller.orgId, videoId: video.id, step: 'make' } as const;
    return { make, upload_id, clear: { ...make, step: 'clear' } as const };
  };
  const find = ({ orgId, videoId }: CopyMessage) => service.videos.find(orgId, videoId);
  const stored = () => [...artifacts.objects.keys()];
  const erase = makeEraseVideo({
    erasures: dynamoErasures(tables.db, tables.records),
    ...{ jobs: service.jobs, runs: service.runs, artifacts, now: () => service.clock.now },
  } as Parameters<typeof makeEraseVideo>[0]);
  return {
    ...service,
    deps,
    queue,
    orders,
    made,
    caller,
    upload,
    keep,
    order,
    find,
    stored,
    erase,
  };
}

test('a copy is ordered once for a master, and never for a clip', async () => {
  const { orders, order, upload, engine } = await setUp();
  const { make } = await order();
  expect(orders).toEqual([{ ...make, delaySeconds: 0 }]);
  engine.found = MINUTE;
  await upload();
  expect(orders).toHaveLength(1);
});

test('a copy is ordered for a video that was fetched, and for none that was not completed', async () => {
  const { orders, queue, order, find } = await setUp();
  const { make } = await order();
  const video = await find(make);
  if (!video) throw new Error('the upload is not stored');
  orders.length = 0;
  const run = { orgId: make.orgId, jobId: newId('job'), run: 'first' };
  for (const completed of [false, true]) {
    const { complete } = orderingFetchedCopies(
      { ...dynamoFetches(tables.db, tables.records), complete: async () => completed },
      queue,
    );
    expect(await complete(video, run)).toBe(completed);
  }
  expect(orders).toEqual([{ ...make, delaySeconds: 0 }]);
});

test('the copy takes the master’s place in one write, and the master goes once nobody reads it', async () => {
  const { keep, order, find, stored, orders, made, upload, artifacts } = await setUp();
  const { make, clear } = await order();
  const before = await find(make);
  expect(await keep(make, signal)).toMatchObject({ outcome: 'copied' });
  const after = await find(make);
  expect(after).toMatchObject({
    version: before?.version,
    sha256: before?.sha256,
    master_key: before?.source_key,
    size_bytes: 4,
  });
  expect(after?.probe).toEqual({
    ...before?.probe,
    picture: { ...before?.probe.picture, codec: 'h264' },
  });
  expect(Buffer.from(artifacts.objects.get(after?.source_key ?? '') ?? '').toString()).toBe('copy');
  expect(stored()).toContain(before?.source_key);
  expect(orders.at(-1)).toEqual({ ...clear, delaySeconds: 900 });

  expect(await keep(clear, signal)).toMatchObject({ outcome: 'cleared' });
  expect(stored()).toEqual([after?.source_key]);
  expect(await keep(clear, signal)).toMatchObject({ outcome: 'cleared' });
  expect(await keep(make, signal)).toMatchObject({ outcome: 'copied' });
  expect(made).toMatchObject({ copies: 1, discarded: 1 });
  await upload('another');
});

test('an upload tells what is kept beside what was sent', async () => {
  const { keep, upload, caller } = await setUp();
  const sent = await upload('the same master');
  expect(sent).toMatchObject({ size_bytes: 15, received_bytes: 15 });
  await keep({ orgId: caller.orgId, videoId: sent.video.id, step: 'make' }, signal);
  const again = await upload('the same master');
  expect(again).toMatchObject({ size_bytes: 4, received_bytes: 15, video: sent.video });
});

test('of two runs one copy stays', async () => {
  const { keep, order, find, stored } = await setUp();
  const { make, clear } = await order();
  const runs = await Promise.all([keep(make, signal), keep(make, signal)]);
  expect(runs).toEqual([{ outcome: 'copied' }, { outcome: 'copied' }]);
  await keep(clear, signal);
  expect(stored()).toEqual([(await find(make))?.source_key]);
});

test('a run that is cut off between storing and naming the copy leaves the video on its master', async () => {
  const { keep, order, find, stored, deps } = await setUp();
  const { make, clear } = await order();
  const master = (await find(make))?.source_key;
  const swap = async () => {
    throw new Error('killed');
  };
  const killed = makeKeepWorkingCopy({ ...deps, swaps: { swap } });
  await expect(killed(make, signal)).rejects.toThrow('killed');
  expect((await find(make))?.source_key).toBe(master);
  expect(await keep(clear, signal)).toMatchObject({ outcome: 'master stays' });
  expect(stored()).toContain(master);
  expect(await keep(make, signal)).toMatchObject({ outcome: 'copied' });
  await keep(clear, signal);
  expect(stored()).toEqual([(await find(make))?.source_key]);
});

test('a video that is erased while its copy is made leaves nothing', async () => {
  const { keep, order, stored, made, erase } = await setUp();
  const { make, clear } = await order();
  made.meanwhile = () => erase(make.orgId, make.videoId);
  expect(await keep(make, signal)).toMatchObject({ outcome: 'gone' });
  expect(stored()).toEqual([]);
  expect(await keep(clear, signal)).toMatchObject({ outcome: 'gone' });
});

test('what a run stored for an erased video before it was cut off goes with the next delivery', async () => {
  const { keep, order, stored, erase, artifacts } = await setUp();
  const { make } = await order();
  await erase(make.orgId, make.videoId);
  artifacts.objects.set(
    `orgs/${make.orgId}/videos/${make.videoId}/copy-run_1.mov`,
    Buffer.from('x'),
  );
  expect(await keep(make, signal)).toMatchObject({ outcome: 'gone' });
  expect(stored()).toEqual([]);
});

test('the master stays when the copy would be larger, loses something, or cannot be made', async () => {
  const { keep, order, find, stored, made } = await setUp();
  const { make } = await order();
  const master = stored();
  made.bytes = 'larger'.repeat(100);
  expect(await keep(make, signal)).toMatchObject({ outcome: 'master stays' });
  made.meanwhile = async () => {
    throw new DomainError('no_video_stream', 'It cannot be decoded.');
  };
  expect(await keep(make, signal)).toMatchObject({ outcome: 'master stays' });
  expect((await find(make))?.master_key).toBeUndefined();
  expect(stored()).toEqual(master);
});

test('a copy that a worker cannot make in its time is not begun, and its operator is told', async () => {
  const { keep, order, made, stored } = await setUp();
  const { make } = await order();
  made.seconds = 900.5;
  expect(await keep(make, signal)).toEqual({
    outcome: 'master stays',
    why: 'a copy would take some 901 s, and a worker has 900 s',
  });
  expect(made.copies).toBe(0);
  expect(stored()).toHaveLength(1);
});
