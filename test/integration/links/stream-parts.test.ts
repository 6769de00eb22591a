import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../../layers/app/ports/engine.ts';
import { FramesRequest } from '../../../layers/domain/frames.ts';
import { planFrames } from '../../../layers/domain/frames-plan.ts';
import type { Window } from '../../../layers/domain/window.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { makeLadders } from '../../support/ladders.ts';
import { followingLinks } from '../../support/links.ts';
import { type Site, site } from '../../support/sites.ts';

let folder: string;
let web: Site;
/** Paths that were asked for, with the bytes that were sent. */
let asked: { readonly path: string; readonly bytes: number }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ladders-'));
  await makeLadders((await findBinaries({})).ffmpeg, folder);
  web = await site(async ({ url = '', headers }, response) => {
    const path = new URL(url, 'http://a').pathname;
    const { size } = await stat(join(folder, path)).catch(() => ({ size: -1 }));
    if (size < 0) return void response.writeHead(404).end();
    const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '');
    const start = Number(range?.[1] ?? 0);
    const end = Math.min(Number(range?.[2] ?? size), size - 1);
    asked.push({ path, bytes: end - start + 1 });
    response.writeHead(range ? 206 : 200, {
      'content-length': end - start + 1,
      ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
    });
    createReadStream(join(folder, path), { start, end }).pipe(response);
  });
}, 240_000);

afterAll(async () => {
  await web.close();
  await rm(folder, { recursive: true });
});

const MIDDLE = [30.3, 34.1] as const;
const never = new AbortController().signal;

/** All that a window is made of: what was learned, sheets, findings, sound. */
async function windowOf(engine: Engine, input: string, [start, end]: Window) {
  const request = FramesRequest.parse({ url: 'https://a.example/v', start, end });
  const probe = await engine.probe(input, never);
  const samples: number[] = [];
  const sound = { write: (more: Int16Array) => void samples.push(...more) };
  const sheets: unknown[] = [];
  const drawing = engine.draw(input, probe, planFrames(request, probe), never, sound);
  for (;;) {
    const { value, done } = await drawing.next();
    if (done) return { probe, sheets, samples, measured: value };
    sheets.push({ ...value, jpeg: value.jpeg.toString('base64') });
  }
}

async function wholeOf(name: string, ...windows: Window[]) {
  const links = await followingLinks();
  const { path } = await links.fetch(await links.find(`${web.origin}/${name}`));
  const engine = ffmpegEngine(links.binaries);
  const read: Awaited<ReturnType<typeof windowOf>>[] = [];
  for (const window of windows) read.push(await windowOf(engine, path, window));
  await links.close();
  return read;
}

/** What was made, and the bytes that a site sent for it. */
async function partOf(name: string, window: Window = MIDDLE) {
  const links = await followingLinks();
  asked = [];
  const opened = await links.open(`${web.origin}/${name}`);
  if (!opened) throw new Error('it was not opened where it lies');
  try {
    return { part: await windowOf(opened.engine, opened.address, window), counted: opened.bytes() };
  } finally {
    opened.close();
    await links.close();
  }
}

test.each([
  'ts.m3u8',
  'fmp4.m3u8',
  'ranges.m3u8',
  'onefile.m3u8',
  'locked.m3u8',
  'master.m3u8',
  'number.mpd',
  'time.mpd',
  'list.mpd',
  'base.mpd',
  'unsaid.mpd',
])(
  'a window of %s is the same as of the whole, out of a part of it',
  async (name) => {
    const { part, counted } = await partOf(name);
    const pieces = asked;
    const bytes = pieces.reduce((sum, piece) => sum + piece.bytes, 0);
    asked = [];
    const [whole] = await wholeOf(name, MIDDLE);
    expect(part).toEqual(whole);
    expect(part.probe.picture?.contentBox).toEqual({ x: 0, y: 30, width: 320, height: 120 });
    expect(part.sheets).toHaveLength(4);
    expect(Math.max(...part.samples)).toBeGreaterThan(1000);
    const all = asked.reduce((sum, piece) => sum + piece.bytes, 0);
    expect(bytes / all).toBeLessThan(0.62);
    expect(counted).toBeGreaterThanOrEqual(bytes);
    // No part twice.
    const segments = pieces.filter(
      ({ path }) => /\.(ts|m4s)$/.test(path) && !/^\/(ranges|one)/.test(path),
    );
    expect(new Set(segments.map(({ path }) => path)).size).toBe(segments.length);
  },
  120_000,
);

test.each(['ts.m3u8', 'time.mpd'])(
  'windows of %s at its ends, and on the seams of its pieces, are those of the whole',
  async (name) => {
    const windows: Window[] = [
      [0, 2],
      [57, 60],
      [12.012, 14.014],
    ];
    const whole = await wholeOf(name, ...windows);
    for (const [n, window] of windows.entries()) {
      const { part } = await partOf(name, window);
      expect(part).toEqual(whole[n]);
    }
  },
  120_000,
);

test('what a window needs is its segments, both ends, and a look at each eighth', async () => {
  await partOf('ts.m3u8');
  const numbers = asked.flatMap(({ path }) => Number(/ts(\d+)\.ts/.exec(path)?.[1] ?? -1));
  const segments = numbers.filter((n) => n >= 0).sort((a, b) => a - b);
  expect(segments).toEqual(expect.arrayContaining([0, 14, 15, 16, 17, 29]));
  expect(segments.length).toBeLessThan(20);
});

test('only the step that is read and its sound are opened', async () => {
  await partOf('master.m3u8');
  expect(asked.filter(({ path }) => path.startsWith('/low'))).toEqual([]);
});
