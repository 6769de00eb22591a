import { dynamoFetches } from '../../../layers/adapters/dynamo/links/fetches.ts';
import { newId } from '../../../layers/adapters/system/clock.ts';
import { makeKeepWorkingCopy } from '../../../layers/app/videos/keep-working-copy.ts';
import { orderingFetchedCopies } from '../../../layers/app/videos/order-working-copies.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import { copyingService } from '../../support/copying-service.ts';
import { MINUTE } from '../../support/fakes/fake-engine.ts';
import { testTables } from '../../support/tables.ts';

const signal = new AbortController().signal;

const tables = await testTables();

test('a copy is ordered once for a master, and never for a clip', async () => {
  const { orders, order, upload, engine } = await copyingService(tables);
  const { make } = await order();
  expect(orders).toEqual([{ ...make, delaySeconds: 0 }]);
  engine.found = MINUTE;
  await upload();
  expect(orders).toHaveLength(1);
});

test('a copy is ordered for a video that was fetched, and for none that was not completed', async () => {
  const { orders, queue, order, find } = await copyingService(tables);
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

test('the copy takes the master’s place in one write, and the master is set aside once nobody reads it', async () => {
  const { keep, order, find, stored, orders, made, upload, artifacts } =
    await copyingService(tables);
  const { make, clear } = await order();
  const before = await find(make);
  expect(await keep(make, signal)).toMatchObject({ outcome: 'copied' });
  const after = await find(make);
  expect(after).toMatchObject({
    version: before?.version,
    sha256: before?.sha256,
    master_key: before?.source_key,
    master: { size_bytes: before?.size_bytes, probe: before?.probe },
    size_bytes: 4,
  });
  expect(after?.probe).toEqual({
    ...before?.probe,
    picture: { ...before?.probe.picture, codec: 'h264' },
  });
  expect(Buffer.from(artifacts.objects.get(after?.source_key ?? '') ?? '').toString()).toBe('copy');
  expect(stored()).toContain(before?.source_key);
  expect(orders.at(-1)).toEqual({ ...clear, delaySeconds: 900 });

  const aside = `masters/${before?.source_key}`;
  for (const _ of ['once', 'again']) {
    expect(await keep(clear, signal)).toEqual({ outcome: 'set aside' });
    expect(new Set(stored())).toEqual(new Set([aside, after?.source_key]));
    expect(await find(make)).toMatchObject({
      master_key: aside,
      master: { kept_until: '2026-05-08T12:00:00.000Z' },
    });
  }
  expect(await keep(make, signal)).toMatchObject({ outcome: 'copied' });
  expect(made).toMatchObject({ copies: 1, discarded: 1 });
  await upload('another');
});

test('an upload tells what is kept beside what was sent', async () => {
  const { keep, upload, caller } = await copyingService(tables);
  const sent = await upload('the same master');
  expect(sent).toMatchObject({ size_bytes: 15, received_bytes: 15 });
  await keep({ orgId: caller.orgId, videoId: sent.video.id, step: 'make' }, signal);
  const again = await upload('the same master');
  expect(again).toMatchObject({ size_bytes: 4, received_bytes: 15, video: sent.video });
});

test('of two runs one copy stays', async () => {
  const { keep, order, find, stored } = await copyingService(tables);
  const { make, clear } = await order();
  const runs = await Promise.all([keep(make, signal), keep(make, signal)]);
  expect(runs).toEqual([{ outcome: 'copied' }, { outcome: 'copied' }]);
  await keep(clear, signal);
  const video = await find(make);
  expect(new Set(stored())).toEqual(new Set([video?.master_key, video?.source_key]));
});

test('a run that is cut off between storing and naming the copy leaves the video on its master', async () => {
  const { keep, order, find, stored, deps } = await copyingService(tables);
  const { make, clear } = await order();
  const master = (await find(make))?.source_key;
  const swap = async () => {
    throw new Error('killed');
  };
  const killed = makeKeepWorkingCopy({ ...deps, swaps: { ...deps.swaps, swap } });
  await expect(killed(make, signal)).rejects.toThrow('killed');
  expect((await find(make))?.source_key).toBe(master);
  expect(await keep(clear, signal)).toMatchObject({ outcome: 'master stays' });
  expect(stored()).toContain(master);
  expect(await keep(make, signal)).toMatchObject({ outcome: 'copied' });
  await keep(clear, signal);
  const video = await find(make);
  expect(new Set(stored())).toEqual(new Set([video?.master_key, video?.source_key]));
});

test('a copy that is not whole in the store does not take the master’s place', async () => {
  const { keep, order, find, deps } = await copyingService(tables);
  const { make } = await order();
  const before = await find(make);
  const lossy = makeKeepWorkingCopy({
    ...deps,
    sources: { ...deps.sources, size: async () => 3 },
  });
  await expect(lossy(make, signal)).rejects.toThrow('has 3 bytes in the store, and the copy 4');
  expect(await find(make)).toEqual(before);
  expect(await keep(make, signal)).toMatchObject({ outcome: 'copied' });
});

test('a video that is erased while its copy is made leaves nothing', async () => {
  const { keep, order, stored, made, erase } = await copyingService(tables);
  const { make, clear } = await order();
  made.meanwhile = () => erase(make.orgId, make.videoId);
  expect(await keep(make, signal)).toMatchObject({ outcome: 'gone' });
  expect(stored()).toEqual([]);
  expect(await keep(clear, signal)).toMatchObject({ outcome: 'gone' });
});

test('what a run stored for an erased video before it was cut off goes with the next delivery', async () => {
  const { keep, order, stored, erase, artifacts } = await copyingService(tables);
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
  const { keep, order, find, stored, made } = await copyingService(tables);
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
  const { keep, order, find, made, stored } = await copyingService(tables);
  const { make } = await order();
  made.seconds = 900.5;
  expect(await keep(make, signal)).toEqual({
    outcome: 'master stays',
    why: 'a copy would take some 901 s, and a worker has 900 s',
  });
  expect(made.copies).toBe(0);
  expect(stored()).toHaveLength(1);
  expect((await find(make))?.master_stays).toContain('901 s');
  made.seconds = 60;
  await keep(make, signal);
  expect((await find(make))?.master_stays).toBeUndefined();
});
