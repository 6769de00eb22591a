import type { Sources } from '../../../layers/app/ports/videos/working-copies.ts';
import { makeKeepWorkingCopy } from '../../../layers/app/videos/keep-working-copy.ts';
import { makeRestoreMaster } from '../../../layers/app/videos/restore-master.ts';
import { FramesResult } from '../../../layers/domain/frames/frames.ts';
import { copyingService } from '../../support/copying-service.ts';
import { testTables } from '../../support/tables.ts';

const signal = new AbortController().signal;

const tables = await testTables();

/** A video whose copy is its source. */
async function copied() {
  const service = await copyingService(tables);
  const { make, clear, upload_id } = await service.order();
  const before = await service.find(make);
  await service.keep(make, signal);
  if (!before) throw new Error('the video is not stored');
  const restore = (sources: Sources = service.deps.sources, { orgId, videoId } = make) =>
    makeRestoreMaster({ ...service.deps, sources })(orgId, videoId);
  const bytesOf = (key = '') => Buffer.from(service.artifacts.objects.get(key) ?? '').toString();
  return { ...service, make, clear, upload_id, before, restore, bytesOf };
}

test.each(['before it is set aside', 'once it is set aside'])(
  'a master is brought back %s, with all that was known of it',
  async (when) => {
    const { keep, clear, make, find, before, restore, stored, bytesOf, clock } = await copied();
    const master = bytesOf(before.source_key);
    if (when === 'once it is set aside') await keep(clear, signal);
    const told = await restore();
    const after = await find(make);
    expect(after).toEqual({
      ...before,
      source_key: told.source_key,
      restored_at: clock.now.toISOString(),
    });
    expect(stored()).toEqual([told.source_key]);
    expect(bytesOf(told.source_key)).toBe(master);
    expect(told).toEqual({
      video_id: make.videoId,
      restored_at: clock.now.toISOString(),
      source_key: after?.source_key,
      size_bytes: before.size_bytes,
    });
    // Whatever is still on its way to the worker changes nothing any more.
    expect(await restore()).toEqual(told);
    expect(await keep(clear, signal)).toEqual({ outcome: 'master stays' });
    expect(await keep(make, signal)).toEqual({
      outcome: 'master stays',
      why: 'it was brought back',
    });
    expect(stored()).toEqual([told.source_key]);
  },
);

test('a result that was drawn from the copy is not served again, and what was paid stays paid', async () => {
  const { keep, clear, frames, caller, upload_id, restore, engine } = await copied();
  const ask = async () => {
    const { body } = await frames(caller, { upload_id, detail: 'overview' });
    const { credits_charged, cache_hit } = FramesResult.parse(body);
    return [credits_charged, cache_hit];
  };
  await ask();
  await keep(clear, signal);
  const repeated = await ask();
  expect(engine.draws).toBe(1);
  await restore();
  expect(await ask()).toEqual(repeated);
  expect(engine.draws).toBe(2);
  await ask();
  expect(engine.draws).toBe(2);
});

test('a master that is being set aside meanwhile is brought back all the same', async () => {
  const { clear, make, find, restore, deps, bytesOf, before, stored } = await copied();
  const master = bytesOf(before.source_key);
  let meanwhile: (() => Promise<unknown>) | undefined = restore;
  const sources: Sources = {
    ...deps.sources,
    async copy(from, to) {
      await deps.sources.copy(from, to);
      await meanwhile?.();
      meanwhile = undefined;
    },
  };
  const slow = makeKeepWorkingCopy({ ...deps, sources });
  expect(await slow(clear, signal)).toEqual({ outcome: 'master stays' });
  const after = await find(make);
  expect(stored()).toEqual([after?.source_key]);
  expect(bytesOf(after?.source_key)).toBe(master);
});

test('a worker that is late to delete what it set aside takes nothing from the master that is back', async () => {
  const { clear, make, find, restore, deps, bytesOf, before, stored } = await copied();
  const master = bytesOf(before.source_key);
  let meanwhile: (() => Promise<unknown>) | undefined = restore;
  const sources: Sources = {
    ...deps.sources,
    async delete(key) {
      await meanwhile?.();
      meanwhile = undefined;
      await deps.sources.delete(key);
    },
  };
  const late = makeKeepWorkingCopy({ ...deps, sources });
  await late(clear, signal);
  const after = await find(make);
  expect(stored()).toEqual([after?.source_key]);
  expect(bytesOf(after?.source_key)).toBe(master);
});

test('a restore that is overtaken by the setting aside looks again', async () => {
  const { keep, clear, make, find, restore, deps, bytesOf, before, stored } = await copied();
  const master = bytesOf(before.source_key);
  let meanwhile: (() => Promise<unknown>) | undefined = () => keep(clear, signal);
  const sources: Sources = {
    ...deps.sources,
    async size(key) {
      const bytes = await deps.sources.size(key);
      await meanwhile?.();
      meanwhile = undefined;
      return bytes;
    },
  };
  const told = await restore(sources);
  expect((await find(make))?.source_key).toBe(told.source_key);
  expect(stored()).toEqual([told.source_key]);
  expect(bytesOf(told.source_key)).toBe(master);
});

test('erasing a video erases its master at once, wherever it lies', async () => {
  const { keep, clear, make, stored, erase, restore } = await copied();
  await keep(clear, signal);
  await erase(make.orgId, make.videoId);
  expect(stored()).toEqual([]);
  await expect(restore()).rejects.toThrow('has no stored video');
});

test('a video that is erased while its master is set aside leaves nothing', async () => {
  const { clear, make, stored, erase, deps, artifacts } = await copied();
  const sources: Sources = {
    ...deps.sources,
    async copy(from, to) {
      await deps.sources.copy(from, to);
      await erase(make.orgId, make.videoId);
      // What was on its way arrives after the erasure.
      artifacts.objects.set(to, Buffer.from('late'));
    },
  };
  expect(await makeKeepWorkingCopy({ ...deps, sources })(clear, signal)).toEqual({
    outcome: 'gone',
  });
  expect(stored()).toEqual([]);
});

test('without a master there is nothing to bring back, and it is said why', async () => {
  const { keep, clear, make, find, restore, artifacts, order } = await copied();
  await keep(clear, signal);
  artifacts.objects.delete((await find(make))?.master_key ?? '');
  await expect(restore()).rejects.toThrow(/no longer there; it was kept until 2026-05-08/);
  const other = await order();
  await expect(restore(undefined, other.make)).rejects.toThrow('read from what was sent');
});
