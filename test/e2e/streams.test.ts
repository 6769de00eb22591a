import { rm } from 'node:fs/promises';
import type { FramesResult } from '../../layers/domain/frames/frames.ts';
import { ladderSite } from '../support/sites/ladder-site.ts';
import { type StandingService, standingService } from './standing-service.ts';

let site: Awaited<ReturnType<typeof ladderSite>>;
let service: StandingService;

beforeAll(async () => {
  site = await ladderSite();
  service = await standingService();
});
afterAll(async () => {
  await rm(service.dataDir, { recursive: true });
  await site.close();
});

async function call(path: string, body: object) {
  site.asked();
  const response = await fetch(service.baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as FramesResult };
}
const WINDOW = { start: 30.3, end: 34.1 };
const segments = () => site.asked().filter(({ path }) => /\d\.(ts|m4s)$/.test(path)).length;

test.each([
  ['ts.m3u8', 30],
  ['time.mpd', 60],
])(
  'a short part of %s is read from the segments that hold it, and is that of the whole',
  async (name, all) => {
    const url = `${site.origin}/${name}`;
    const part = await call('/v1/frames', { url, ...WINDOW });
    expect(part).toMatchObject({ status: 200, body: { cache_hit: false, window: [30.3, 34.1] } });
    expect(segments()).toBeLessThan(all * 0.62);

    const heard = await call('/v1/transcript', { url, start: 10, end: 14 });
    expect(heard).toMatchObject({ status: 200, body: { video: part.body.video } });
    expect(segments()).toBeLessThan(all * 0.62);

    const whole = await call('/v1/frames', { url, detail: 'overview' });
    expect(whole).toMatchObject({ status: 200, body: { video: part.body.video } });
    expect(segments()).toBe(all);

    const again = await call('/v1/frames', { url, ...WINDOW });
    expect(again).toMatchObject({ status: 200, body: { cache_hit: true } });
    const seen = ({ body }: typeof part) =>
      body.sheets.map(({ frame_times, bytes, spoken }) => ({ frame_times, bytes, spoken }));
    expect(seen(again)).toEqual(seen(part));
    const { technical, coverage, signal } = part.body;
    expect(again.body).toMatchObject({ technical, coverage, signal });
    expect(segments()).toBe(0);
  },
);

test('a stream whose times are not what it says is fetched whole, and charged once', async () => {
  const url = `${site.origin}/lying.mpd`;
  const { status, body } = await call('/v1/frames', { url, ...WINDOW });
  expect([status, body.sheets.length, body.credits_charged]).toEqual([200, 4, 0.26]);
  expect(segments()).toBeGreaterThanOrEqual(60);
});
