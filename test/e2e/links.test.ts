import { setTimeout as wait } from 'node:timers/promises';
import type { FramesResult } from '../../layers/domain/frames/frames.ts';
import { Job } from '../../layers/domain/jobs/job.ts';
import { asMany } from '../support/breadth.ts';
import { killWorker } from '../support/kill-worker.ts';
import { type MediaSite, mediaSite } from '../support/sites/media-site.ts';
import { removeDataDir, type ServiceProcess, startServiceProcess } from './service-process.ts';

let site: MediaSite;
let service: ServiceProcess;

beforeAll(async () => {
  site = await mediaSite();
  service = await startServiceProcess({ env: { ALLOW_PRIVATE_SOURCES: '1' } });
});
afterAll(async () => {
  await service.kill();
  await removeDataDir(service.dataDir);
  await site.close();
});

const call = async (path: string, body?: object, method = body ? 'POST' : 'GET') => {
  const response = await fetch(service.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const look = (path: string, more: object = {}) =>
  call('/v1/frames', {
    url: site.origin + path,
    detail: 'single',
    start: 1,
    transcribe: false,
    ...more,
  });
const balance = async () => (await call('/v1/credits?limit=0')).body['topup_balance'];
const jobOf = async (id: unknown) => Job.parse((await call(`/v1/jobs/${String(id)}`)).body);
const until = async <T>(found: () => Promise<T | undefined>): Promise<T> => {
  for (;;) {
    const value = await found();
    if (value !== undefined) return value;
    // Of whoever is killed the lease is waited for: each look is calls and queries.
    await wait(500);
  }
};

test.each([
  ['a media file', '/clip.mp4', { title: 'clip', language: null }],
  ['a page that shows one', '/page.html', { title: 'Der Leuchtturm', language: 'de' }],
  ['an HLS playlist', '/index.m3u8', {}],
])('%s becomes a video, and costs a fifth the second time', async (_, path, told) => {
  const first = await look(path);
  expect(first).toMatchObject({
    status: 200,
    body: {
      credits_charged: 1,
      video: { platform: 'web', width: 320, height: 180, audio_tracks: 1, ...told },
      sheets: [{ n_frames: 1 }],
    },
  });
  const { duration } = (first.body as FramesResult).video;
  expect([Math.round(duration), path]).toEqual([6, path]);
  const asked = site.asked.length;
  const again = await look(`${path}?utm_source=mail`);
  expect(again.body).toMatchObject({ credits_charged: 0.2, cache_hit: true });
  expect(site.asked.length).toBe(asked);
});

test('addresses that redirect to a video are that video, and are not followed twice', async () => {
  const asked = () => site.fetches('/clip.mp4');
  const { video } = (await look('/clip.mp4')).body as FramesResult;
  const before = asked();
  for (const other of ['/s/2/clip.mp4', '/s/3/clip.mp4']) {
    expect((await look(other)).body).toMatchObject({
      cache_hit: true,
      credits_charged: 0.2,
      video,
    });
  }
  // To learn where they lead, the beginning of the file was looked at each time.
  expect(asked()).toBe(before + 2);
  const all = site.asked.length;
  expect((await look('/s/2/clip.mp4')).body).toMatchObject({ cache_hit: true });
  expect(site.asked.length).toBe(all);
});

test('captions beside the media are what is said', async () => {
  const { body } = await call('/v1/transcript', { url: `${site.origin}/page.html` });
  expect(body).toMatchObject({ source: 'captions', language: 'de', text: 'Guten Abend.' });
});

const REFUSED = [
  ['/missing.mp4', 'unavailable'],
  ['/login.html', 'auth'],
  ['/text.html', 'no_video'],
  ['/locked.mp4', 'auth'],
  ['/busy.mp4', 'ratelimit'],
  ['/elsewhere.mp4', 'geo'],
] as const;

test.each(asMany(REFUSED.slice(0, 3), [...REFUSED]))(
  '%s is refused as %s at no cost, and left alone for a while',
  async (path, reason) => {
    const before = await balance();
    const refused = { status: 422, body: { error: { type: 'source_unavailable', reason } } };
    expect(await look(path)).toMatchObject(refused);
    const asked = site.asked.length;
    expect(await look(path)).toMatchObject(refused);
    expect([site.asked.length, await balance()]).toEqual([asked, before]);
  },
);

test('the pause that a site asks for is told as Retry-After', async () => {
  const told = async () => {
    const { status, headers } = await fetch(`${service.baseUrl}/v1/frames`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${site.origin}/busy.mp4?once=more` }),
    });
    return [status, Number(headers.get('retry-after'))] as const;
  };
  for (const [status, seconds] of [await told(), await told()]) {
    expect(status).toBe(422);
    expect(seconds).toBeGreaterThan(200);
    expect(seconds).toBeLessThanOrEqual(300);
  }
});

test('an erased video is fetched and paid anew', async () => {
  const url = '/clip.mp4?v=erased';
  const first = (await look(url)).body as FramesResult;
  const erased = await call(`/v1/videos/${first.video.id}`, undefined, 'DELETE');
  expect(erased).toMatchObject({ status: 200, body: { deleted: true } });
  const next = (await look(url)).body as FramesResult;
  expect(next).toMatchObject({ credits_charged: 1, cache_hit: false });
  expect(next.video.id).not.toBe(first.video.id);
});

test('of a long file a short part is read where it lies, and the whole when it is wanted', async () => {
  const path = '/long.mp4';
  const part = { detail: 'detail', start: 100, end: 104, transcribe: true };
  const first = await look(path, part);
  expect(first).toMatchObject({ status: 200, body: { video: { duration: 180 } } });
  const { size, sent } = await site.sent(path);
  expect(size).toBeGreaterThan(64_000_000);
  // With what was under way on each connection when it was closed: the more, the busier the machine.
  expect(sent / size).toBeLessThan(0.8);
  const whole = await look(path, {
    detail: 'overview',
    start: undefined,
    qa: false,
    signals: 'off',
  });
  expect(whole).toMatchObject({ status: 200, body: { coverage: { is_full_video: true } } });
  const again = await look(path, part);
  expect(again.body).toMatchObject({ cache_hit: true });
  const frames = ({ body }: typeof first) => (body as FramesResult).sheets[0]?.frame_times;
  const videos = [first, whole, again].map(({ body }) => (body as FramesResult).video.id);
  expect([frames(again), new Set(videos).size]).toEqual([frames(first), 1]);
});

test('calls at once about one link fetch it once; a worker killed meanwhile is followed by another', async () => {
  const queued = await Promise.all(
    [1, 2].map((start) => look('/slow.mp4', { start, sync: false })),
  );
  const [first, second] = queued.map(({ body }) => body['job_id']);
  const fetching = () =>
    until(async () => {
      const jobs = [await jobOf(first), await jobOf(second)];
      return jobs.find(({ progress }) => progress && 'bytes' in progress && progress.bytes > 0);
    });
  expect((await fetching()).progress).toMatchObject({ stage: 'fetching', of: expect.any(Number) });
  await killWorker(service.dataDir);
  site.release();
  for (const job of [first, second]) {
    const ended = await until(async () => {
      const found = await jobOf(job);
      return found.finished_at === null ? undefined : found;
    });
    expect(ended).toMatchObject({ status: 'succeeded', credits_charged: 1, error: null });
  }
  const [one, other] = [await jobOf(first), await jobOf(second)];
  expect((one.result as FramesResult).video.id).toBe((other.result as FramesResult).video.id);
});
