import type { Principal } from '../../../layers/domain/accounts/credential.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import { linkService } from '../../support/link-service.ts';

type On = Awaited<ReturnType<typeof linkService>>;
let on: On;
let service: On['service'];

const CANONICAL = 'https://www.tiktok.com/@bella/video/7106594312292453675';
const CODES = [
  'https://vm.tiktok.com/ZMF6rgvXY',
  'https://vt.tiktok.com/ZSabcDEF1',
  'https://t.co/abcDEF123',
];
const [VM = '', VT = '', TCO = ''] = CODES;

beforeEach(async () => {
  on = await linkService();
  service = on.service;
  for (const code of CODES) service.web.leads.set(code, CANONICAL);
});

interface Framed {
  readonly video: { readonly id: string; readonly platform: string };
  readonly credits_charged: number;
  readonly cache_hit: boolean;
}
const framed = async (principal: Principal, url: string): Promise<Framed> =>
  (await service.frames(principal, { url })).body as unknown as Framed;

test.each([
  ['after the canonical address', [CANONICAL, VM]],
  ['before it', [VM, CANONICAL]],
  ['after another code', [VM, VT]],
  ['by a redirect of another site, after the canonical address', [CANONICAL, TCO]],
  ['before it, by a redirect of another site', [TCO, CANONICAL]],
])('a share code %s is the same video for a fifth, and fetches nothing', async (_, links) => {
  const principal = await service.caller();
  const [first, second] = [
    await framed(principal, links[0] ?? ''),
    await framed(principal, links[1] ?? ''),
  ];
  expect([first, second]).toMatchObject([
    { credits_charged: 2, cache_hit: false, video: { platform: 'tiktok' } },
    { credits_charged: 0.4, cache_hit: true, video: first.video },
  ]);
  expect([service.web.fetches, await on.balance(principal)]).toEqual([1, 97.6]);
});

test('a share code that was followed once is not followed again', async () => {
  const principal = await service.caller();
  for (const url of [CANONICAL, VM, VT]) await framed(principal, url);
  const followed = service.web.followed.length;
  for (const url of [VT, VM, CANONICAL]) await framed(principal, url);
  expect([service.web.followed.length, service.web.fetches]).toEqual([followed, 1]);
});

test('a code that tells its video at once asks nothing more of the site where the video is here', async () => {
  const principal = await service.caller();
  const leadsTo = async ({ url }: { url: string }) => service.web.leads.get(url);
  Object.assign(service.web.finder, { leadsTo });
  const links = [CANONICAL, VM, VT];
  const framings = [];
  for (const url of links) framings.push(await framed(principal, url));
  expect(service.web.followed).toHaveLength(1);
  expect(framings.map(({ cache_hit }) => cache_hit)).toEqual([false, true, true]);
  // A code that comes first is followed where it led.
  const another = await service.caller();
  await framed(another, VM);
  expect(service.web.followed.at(-1)).toBe(service.web.followed[0]);
});

test('a redirecting address is the file that it led to', async () => {
  const principal = await service.caller();
  service.web.leads.set('https://short.example/x', 'https://media.example/a.mp4');
  const first = await framed(principal, 'https://short.example/x');
  const second = await framed(principal, 'https://media.example/a.mp4?utm_source=mail');
  expect([first.video.id, second]).toMatchObject([second.video.id, { credits_charged: 0.4 }]);
});

test('codes of one video that are resolved at the same moment are one fetch, and nobody is lost', async () => {
  const principal = await service.caller('enterprise');
  const links = [VM, VT, TCO, CANONICAL, VM, VT];
  const jobs = await Promise.all(
    links.map(async (url) => (await service.frames(principal, { url, sync: false })).body.job_id),
  );
  service.web.onWait = () => new Promise(setImmediate);
  await Promise.all(service.messages.splice(0).map((message) => service.deliver(message)));
  const ended = await Promise.all(jobs.map((id) => service.getJob(principal.orgId, id)));
  expect(ended.map(({ status, error }) => [status, error])).toEqual(
    links.map(() => ['succeeded', null]),
  );
  const videos = await Promise.all(jobs.map((id) => service.jobs.find(principal.orgId, id)));
  expect([service.web.fetches, new Set(videos.map((job) => job?.video_id)).size]).toEqual([1, 1]);
});

test('jobs that wait on a code go where it led, also when its own fetch was never done', async () => {
  const principal = await service.caller();
  const { message: first } = await on.queued(principal, { url: VM });
  const { message: second, job } = await on.queued(principal, { url: VM });
  await framed(principal, CANONICAL);
  await service.deliver(first);
  await service.deliver(second);
  expect(await job()).toMatchObject({ status: 'succeeded', cache_hit: true });
  expect(service.web.fetches).toBe(1);
});

test('erasing the video forgets its codes and its jobs, however it was asked for', async () => {
  const principal = await service.caller();
  const { video } = await framed(principal, CANONICAL);
  const { message, job } = await on.queued(principal, { url: VT });
  await framed(principal, VM);
  await service.deliver(message);
  await on.erase(principal.orgId, video.id);
  const left = await on.everything();
  expect([left.includes(video.id), left.includes('7106594312292453675')]).toEqual([false, false]);
  await expect(job()).rejects.toMatchObject({ type: 'video_not_found' });
  expect(await framed(principal, VM)).toMatchObject({ credits_charged: 2, cache_hit: false });
});

test('a code is told what its video failed with, without asking the site again', async () => {
  const principal = await service.caller();
  const { message, job } = await on.queued(principal, { url: VM });
  service.web.onFetch = async () => {
    throw new DomainError('source_unavailable', 'Gone.', { reason: 'geo' });
  };
  const refused = { type: 'source_unavailable', detail: { reason: 'geo' } };
  await expect(framed(principal, CANONICAL)).rejects.toMatchObject(refused);
  const followed = service.web.followed.length;
  await expect(framed(principal, CANONICAL)).rejects.toMatchObject(refused);
  expect(service.web.followed.length).toBe(followed);
  await service.deliver(message);
  expect(await job()).toMatchObject({ status: 'failed', error: { reason: 'geo' } });
  for (const url of [VM, CANONICAL]) {
    const fetches = service.web.fetches;
    await expect(framed(principal, url)).rejects.toMatchObject(refused);
    expect(service.web.fetches).toBe(fetches);
  }
  on.later(61);
  service.web.onFetch = async () => undefined;
  const again = [await framed(principal, VM), await framed(principal, CANONICAL)];
  expect(again).toMatchObject([{ cache_hit: false }, { cache_hit: true, video: again[0]?.video }]);
});

test('a link that leads elsewhere each time is not the video that it was', async () => {
  const principal = await service.caller();
  const signed = 'https://cdn.example/a.mp4?X-Amz-Signature=1';
  service.web.leads.set('https://files.example/latest', signed);
  const first = await framed(principal, 'https://files.example/latest');
  const second = await framed(principal, signed);
  expect(second.video.id).not.toBe(first.video.id);
});
