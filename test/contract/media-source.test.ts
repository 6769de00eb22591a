import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { egress } from '../../layers/adapters/egress/egress.ts';
import { rangedSource } from '../../layers/adapters/links/in-place/ranged-source.ts';
import { serveOnLoopback } from '../../layers/adapters/loopback/serve-bytes.ts';
import { newSourceDigest } from '../../layers/adapters/system/digest.ts';
import type { MediaSource } from '../../layers/app/ports/sources/media-source.ts';
import { readWhole } from '../../layers/app/sources/read-whole.ts';
import { FramesRequest } from '../../layers/domain/frames/frames.ts';
import { planFrames } from '../../layers/domain/frames/frames-plan.ts';
import { blockTableKey } from '../../layers/domain/sources/block-table.ts';
import { ffmpegEngine } from '../../layers/media/engine.ts';
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import { disturbedStore } from '../support/disturbed-store.ts';
import { fileSource } from '../support/file-source.ts';
import { followingLinks } from '../support/links.ts';
import { site } from '../support/sites/sites.ts';
import { storedSources } from '../support/stored-sources.ts';

/** Longer than playlists that are read in pieces have to be. */
const SECONDS = 24;
const POLL_MS = 10;
const KEY = 'orgs/o/videos/v/upl_1.mp4';
const never = new AbortController().signal;

/** A source of media that are stored here tells no version. */
type VersionedSource = MediaSource & { readonly version?: string };

/** One of the places where media lies, and what can happen to it there. */
interface Place {
  open(): Promise<VersionedSource>;
  /** What a look comes to at the same media where nothing is in the way. */
  whole(): ReturnType<typeof looked>;
  /** Breaks off the next answers, each after half of it. */
  cut(answers: number): void;
  /** Answers that are still to be broken off. */
  left(): number;
  /** Answers nobody any more, or everybody again. */
  refuse(refuses: boolean): void;
  readonly version: unknown;
  /** What is thrown when bytes cannot be had. */
  readonly fault: object;
}

const folder = await mkdtemp(join(tmpdir(), 'media-source-'));
const file = join(folder, 'clip.mp4');
await quickFfmpeg(
  ...['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=25:duration=${SECONDS}`, '-g', '25'],
  ...['-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-movflags', '+faststart', file],
);
await quickFfmpeg(
  ...['-i', file, '-c', 'copy', '-f', 'hls', '-hls_time', '1', '-hls_playlist_type', 'vod'],
  join(folder, 'list.m3u8'),
);
const { size } = await stat(file);
const state: { cuts: number; refuses: boolean } = { cuts: 0, refuses: false };
const web = await site(async ({ url = '', headers }, response) => {
  if (state.refuses) return void response.writeHead(503).end();
  const path = join(folder, url);
  const { size: length } = await stat(path);
  const [, first = '0', last = `${length - 1}`] =
    /^bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? [];
  const [start, end] = [Number(first), Math.min(Number(last), length - 1)];
  response.writeHead(headers.range ? 206 : 200, {
    'content-length': end + 1 - start,
    ...(headers.range && { 'content-range': `bytes ${start}-${end}/${length}` }),
  });
  const isCut = state.cuts > 0 && !url.endsWith('.m3u8');
  if (isCut) state.cuts -= 1;
  send(path, { start, end: isCut ? Math.floor((start + end) / 2) : end, isCut }, response);
});

function send(
  path: string,
  { start, end, isCut }: { start: number; end: number; isCut: boolean },
  to: ServerResponse,
) {
  const bytes = createReadStream(path, { start, end });
  bytes.pipe(to, { end: !isCut });
  if (isCut) bytes.on('end', () => to.write('', () => to.socket?.resetAndDestroy()));
}

const links = await followingLinks();
const store = await disturbedStore();
const digest = newSourceDigest();
const bytes = await readFile(file);
digest.update(bytes);
await store.put(KEY, bytes);
await store.put(blockTableKey(KEY), digest.table());

afterAll(async () => {
  await links.close();
  await store.close();
  await web.close();
  await rm(folder, { recursive: true });
});

const onTheWeb = {
  cut: (answers: number) => {
    state.cuts = answers;
  },
  left: () => state.cuts,
  refuse: (refuses: boolean) => {
    state.refuses = refuses;
  },
  fault: { type: 'source_unavailable' },
};
const out = { refusalOf: egress('1').refusalOf, lane: links.proxy.lane };

let lookAtFile: ReturnType<typeof looked> | undefined;
/** The file is looked at once for all that serve it. */
function lookedAtFile() {
  lookAtFile ??= looked(fileSource(file));
  return lookAtFile;
}

const PLACES: Readonly<Record<string, Place>> = {
  'the store': {
    async open() {
      const { client, bucket } = store;
      const patience = { idleMs: 8000, giveUpMs: 2000, pausesMs: [10, 100] };
      const sources = storedSources({
        client,
        bucket,
        patience,
        serve: serveOnLoopback,
        newDigest: newSourceDigest,
      });
      return sources.of({ source_key: KEY, size_bytes: size, sha256: digest.hex() });
    },
    whole: lookedAtFile,
    cut: (answers) =>
      store.disturb(
        ...Array.from({ length: answers }, () => ({ kind: 'cut', after: 50_000 }) as const),
      ),
    left: () => store.left(),
    refuse: (refuses) => store.disturbAll(refuses ? { kind: 'busy' } : undefined),
    version: undefined,
    fault: { name: 'SourceFault' },
  },
  'a file on a site': {
    ...onTheWeb,
    open: () =>
      rangedSource(out, serveOnLoopback, { address: `${web.origin}/clip.mp4`, bytes: size }),
    whole: lookedAtFile,
    version: String(size),
  },
  'pieces of a stream': {
    ...onTheWeb,
    async open() {
      const source = await links.open(`${web.origin}/list.m3u8`);
      if (!source) throw new Error('the stream is not read in pieces');
      return source;
    },
    async whole() {
      const source = await this.open();
      const look = await looked(source);
      source.close();
      return look;
    },
    version: expect.stringMatching(/^[0-9a-f]{64}$/),
  },
};

const engine = ffmpegEngine(links.binaries);

/** All that a look at a window comes to. */
async function looked(source: MediaSource) {
  const request = FramesRequest.parse({ url: 'https://a.example/v', start: 10.2, end: 12.4 });
  const probe = await readWhole(source, undefined, never, engine.probe);
  const plan = planFrames(request, probe);
  return readWhole(source, plan.covered, never, async (input, reading) => {
    const drawing = engine.draw(input, probe, plan, reading);
    const sheets: string[] = [];
    for (;;) {
      const { value, done } = await drawing.next();
      if (done) return { probe, sheets, measured: value };
      sheets.push(value.jpeg.toString('base64'));
    }
  });
}

describe.each(Object.entries(PLACES))('media in %s', (_, place) => {
  let source: VersionedSource;
  beforeEach(async () => {
    source = await place.open();
  });
  afterEach(() => {
    source.close();
    place.refuse(false);
  });

  test('the same media has the same version, and answers that break off change nothing', async () => {
    const whole = await place.whole();
    const again = await place.open();
    place.cut(3);
    expect(await looked(again)).toEqual(whole);
    expect(place.left()).toBe(0);
    expect([source.version, again.version]).toEqual([place.version, source.version]);
    again.close();
  });

  test('bytes that cannot be had are a fault of where they lie, and none of the file', async () => {
    place.refuse(true);
    await expect(readWhole(source, undefined, never, engine.probe)).rejects.toMatchObject(
      place.fault,
    );
  });

  test('a reader that is called off ends, and so does whoever reads what is closed', async () => {
    const off = new AbortController();
    const reading = readWhole(source, undefined, off.signal, async (_input, signal) => {
      off.abort(new Error('called off'));
      signal.throwIfAborted();
    });
    await expect(reading).rejects.toThrow('called off');
    const opened = await source.open(undefined, never);
    source.close();
    // Pieces on this machine are removed without being waited for.
    while (existsSync(opened.input)) await wait(POLL_MS);
    await expect(engine.probe(opened.input, never)).rejects.toThrow();
  });
});
