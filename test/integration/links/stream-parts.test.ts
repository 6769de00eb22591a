import { createHash } from 'node:crypto';
import type { Engine } from '../../../layers/app/ports/sources/engine.ts';
import type { MediaSource } from '../../../layers/app/ports/sources/media-source.ts';
import { readWhole } from '../../../layers/app/sources/read-whole.ts';
import { FramesRequest } from '../../../layers/domain/frames/frames.ts';
import { planFrames } from '../../../layers/domain/frames/frames-plan.ts';
import type { Probe } from '../../../layers/domain/sources/probe.ts';
import type { Window } from '../../../layers/domain/window.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { asMany } from '../../support/breadth.ts';
import { fileSource } from '../../support/file-source.ts';
import { followingLinks } from '../../support/links.ts';
import { ladderSite } from '../../support/sites/ladder-site.ts';

let web: Awaited<ReturnType<typeof ladderSite>>;

beforeAll(async () => {
  web = await ladderSite();
});

afterAll(async () => {
  for (const { links } of fetched.values()) await links.close();
  await web.close();
});

const MIDDLE = [30.3, 32.3] as const;
const never = new AbortController().signal;

/** All that a window is made of: what was learned, sheets, findings, sound. */
async function windowOf(engine: Engine, source: MediaSource, [start, end]: Window, known?: Probe) {
  const request = FramesRequest.parse({
    url: 'https://a.example/v',
    start,
    end,
    sheet_width: 640,
  });
  const probe = known ?? (await readWhole(source, undefined, never, engine.probe));
  const plan = planFrames(request, probe);
  const heard = createHash('md5');
  let loudest = 0;
  const sound = {
    write(samples: Int16Array) {
      heard.update(samples);
      for (const sample of samples) loudest = Math.max(loudest, sample);
    },
  };
  const sheets: unknown[] = [];
  return readWhole(source, plan.covered, never, async (input, reading) => {
    const drawing = engine.draw(input, probe, plan, reading, sound);
    for (;;) {
      const { value, done } = await drawing.next();
      if (done) return { probe, sheets, sound: heard.digest('hex'), loudest, measured: value };
      sheets.push({ ...value, jpeg: createHash('md5').update(value.jpeg).digest('hex') });
    }
  });
}

interface Fetched {
  readonly path: string;
  /** What the site sent for it. */
  readonly bytes: number;
  readonly engine: Engine;
  readonly probe: Probe;
  readonly links: Awaited<ReturnType<typeof followingLinks>>;
}
const fetched = new Map<string, Fetched>();

/** A stream as a file, fetched once for all tests. */
async function fetchedWhole(name: string): Promise<Fetched> {
  const known = fetched.get(name);
  if (known) return known;
  const links = await followingLinks();
  web.asked();
  const { path } = await links.fetch(await links.find(`${web.origin}/${name}`));
  const bytes = bytesOf(web.asked());
  const engine = ffmpegEngine(links.binaries);
  const whole = { path, links, bytes, engine, probe: await engine.probe(path, never) };
  fetched.set(name, whole);
  return whole;
}

const bytesOf = (asked: readonly { bytes: number }[]) =>
  asked.reduce((sum, { bytes }) => sum + bytes, 0);

async function wholeOf(name: string, ...windows: Window[]) {
  const { path, engine, probe } = await fetchedWhole(name);
  const read: Awaited<ReturnType<typeof windowOf>>[] = [];
  for (const window of windows) {
    read.push(await windowOf(engine, fileSource(path), window, probe));
  }
  return read;
}

/** What was made of a part, the bytes that were counted for it, and what was asked of the site. */
async function partOf(name: string, window: Window = MIDDLE) {
  const links = await followingLinks();
  web.asked();
  const opened = await links.open(`${web.origin}/${name}`);
  if (!opened) throw new Error('it was not opened where it lies');
  try {
    const part = await windowOf(ffmpegEngine(links.binaries), opened, window);
    return { part, counted: opened.bytes(), asked: web.asked() };
  } finally {
    opened.close();
    await links.close();
  }
}

const middles = new Map<string, Awaited<ReturnType<typeof partOf>>>();

/** The same of the middle of a stream, read once for all tests. */
async function middleOf(name: string) {
  const middle = middles.get(name) ?? (await partOf(name));
  middles.set(name, middle);
  return middle;
}

/** Files of segments under keys, tracks apart, and parts by an index. */
const USUAL = ['locked.m3u8', 'master.m3u8', 'base.mpd'];
/**
 * Others are told from these by their manifests alone; `ranges.m3u8` is read on its seams, and
 * `time.mpd` by a service in `e2e/streams`.
 */
const MORE = [
  ...['ts.m3u8', 'ranges.m3u8', 'fmp4.m3u8', 'onefile.m3u8'],
  ...['time.mpd', 'number.mpd', 'list.mpd', 'unsaid.mpd'],
];

test.each(asMany(USUAL, [...USUAL, ...MORE]))(
  'a window of %s is the same as of the whole, out of a part of it',
  async (name) => {
    const { part, counted, asked: pieces } = await middleOf(name);
    const bytes = bytesOf(pieces);
    const [whole] = await wholeOf(name, MIDDLE);
    expect(part).toEqual(whole);
    expect(part.probe.picture?.contentBox).toEqual({ x: 0, y: 30, width: 320, height: 120 });
    expect(part.sheets).toHaveLength(2);
    expect(part.loudest).toBeGreaterThan(1000);
    expect(bytes / (await fetchedWhole(name)).bytes).toBeLessThan(0.62);
    expect(counted).toBeGreaterThanOrEqual(bytes);
    // No part twice.
    const segments = pieces.filter(
      ({ path }) => /\.(ts|m4s)$/.test(path) && !/^\/(ranges|one)/.test(path),
    );
    expect(new Set(segments.map(({ path }) => path)).size).toBe(segments.length);
  },
);

const SEAMS: Window[] = [
  [0, 2],
  [58.9, 60],
  [12.012, 14.014],
];

test.each(asMany(['ranges.m3u8'], ['ranges.m3u8', 'ts.m3u8', 'time.mpd']))(
  'windows of %s at its ends, and on the seams of its pieces, are those of the whole',
  async (name) => {
    const windows: Window[] = asMany(SEAMS.slice(1), SEAMS);
    const whole = await wholeOf(name, ...windows);
    for (const [n, window] of windows.entries()) {
      const { part } = await partOf(name, window);
      expect(part).toEqual(whole[n]);
    }
  },
);

test('what a window needs is its segments, both ends, and a look at each eighth', async () => {
  const { asked } = await middleOf('locked.m3u8');
  const numbers = asked.flatMap(({ path }) => Number(/locked(\d+)\.ts/.exec(path)?.[1] ?? -1));
  const segments = numbers.filter((n) => n >= 0).sort((a, b) => a - b);
  expect(segments).toEqual(expect.arrayContaining([0, 14, 15, 16, 29]));
  expect(segments.length).toBeLessThan(20);
});

test('only the step that is read and its sound are opened', async () => {
  const { asked } = await middleOf('master.m3u8');
  expect(asked.filter(({ path }) => path.startsWith('/low'))).toEqual([]);
});

test('a segment and a key that fail once do not keep a window from being read in place', async () => {
  const { part } = await middleOf('locked.m3u8');
  for (const path of ['/locked15.ts', '/enc.key', '/locked0.ts']) web.busyAt(path);
  expect((await partOf('locked.m3u8')).part).toEqual(part);
});
