import { randomUUID } from 'node:crypto';
import { LINK, linkService } from '../../support/link-service.ts';
import { testService } from '../../support/service.ts';

type On = Awaited<ReturnType<typeof linkService>>;
let tables: On['tables'];
let service: On['service'];
let later: On['later'];
let balance: On['balance'];
let erase: On['erase'];
let everything: On['everything'];
let queued: On['queued'];

beforeEach(async () => {
  ({ tables, service, later, balance, erase, everything, queued } = await linkService());
});

test('an erased video leaves nothing, and its link is a fresh run', async () => {
  const principal = await service.caller();
  const first = await service.frames(principal, { url: LINK });
  const { video } = first.body as { video: { id: string } };
  await erase(principal.orgId, video.id);
  expect(await everything()).not.toContain(video.id);
  expect(await everything()).not.toContain('talk.mp4');
  const { body } = await service.frames(principal, { url: LINK });
  expect(body).toMatchObject({ credits_charged: 2, cache_hit: false });
  expect((body as typeof first.body & { video: { id: string } }).video.id).not.toBe(video.id);
});

test('a video erased while it is fetched leaves nothing, and costs nothing', async () => {
  const principal = await service.caller();
  const { message } = await queued(principal);
  const { video_id } = (await service.jobs.find(principal.orgId, message.jobId)) ?? {};
  service.web.onFetch = async () => void (await erase(principal.orgId, video_id ?? ''));
  await service.deliver(message);
  expect([service.artifacts.objects.size, await balance(principal)]).toEqual([0, 100]);
  expect(await everything()).not.toContain('talk.mp4');
});

test('a run that comes late with its bytes leaves those of the run that took over', async () => {
  const principal = await service.caller();
  const { message, job } = await queued(principal);
  const goOn = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  service.web.onFetch = async () => {
    service.web.onFetch = async () => undefined;
    begun.resolve();
    await goOn.promise;
  };
  const late = service.deliver(message);
  await begun.promise;
  later(61);
  await service.deliver(message);
  const stored = [...service.artifacts.objects.keys()].filter((key) => key.includes('/source/'));
  goOn.resolve();
  await late.catch(() => undefined);
  const left = [...service.artifacts.objects.keys()].filter((key) => key.includes('/source/'));
  // The source, and its digests.
  expect([left.length, left]).toEqual([2, stored]);
  expect([await job(), await balance(principal)]).toMatchObject([{ status: 'succeeded' }, 98]);
});

test('a fetch that breaks on our side is done again', async () => {
  const principal = await service.caller();
  const { message, job } = await queued(principal);
  service.web.found = Object.assign(new Error('down'), { id: randomUUID() });
  await expect(service.deliver(message)).rejects.toThrow('down');
  service.web.found = testService(tables).web.found;
  await service.deliver(message);
  expect(await job()).toMatchObject({ status: 'succeeded' });
});

test.each([
  ['http://127.0.0.1/a.mp4'],
  ['http://[::1]/a.mp4'],
  ['http://0x7f.1/a.mp4'],
  ['http://169.254.169.254/latest'],
  ['https://user@example.com/a.mp4'],
  ['ftp://example.com/a.mp4'],
  ['example.com/a.mp4'],
  [' '],
])('%s is refused at once, naming `url`', async (url) => {
  const principal = await service.caller();
  await expect(service.frames(principal, { url })).rejects.toMatchObject({
    type: 'invalid_request',
    message: expect.stringContaining('`url`'),
  });
  expect(service.messages).toHaveLength(0);
});

test('a video that was completed, though nothing was heard of it, keeps its source', async () => {
  const principal = await service.caller();
  const { message, job } = await queued(principal);
  const { complete } = service.fetches;
  service.fetches.complete = async (...args) => {
    await complete(...args);
    throw new Error('no answer of the tables');
  };
  await expect(service.deliver(message)).rejects.toThrow('no answer');
  service.fetches.complete = complete;
  service.web.onFetch = () => Promise.reject(new Error('it is not fetched again'));
  await service.deliver(message);
  expect(await job()).toMatchObject({ status: 'succeeded' });
  const { video_id } = (await service.jobs.find(principal.orgId, message.jobId)) ?? {};
  const video = await service.videos.find(principal.orgId, video_id ?? '');
  expect(service.artifacts.objects.has(video?.source_key ?? '')).toBe(true);
});
