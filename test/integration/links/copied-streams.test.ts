import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import packaged from '@ffmpeg-installer/ffmpeg';
import {
  type FileUnderWay,
  type MediaSink,
  RoundOver,
} from '../../../layers/app/ports/links/links.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { joinTracks } from '../../../layers/media/fetch/join-tracks.ts';
import { type Binaries, findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { asMany } from '../../support/breadth.ts';
import { followingLinks } from '../../support/links.ts';
import { type Site, site } from '../../support/sites/sites.ts';

const SECONDS = 24;
/** Noise that no encoder makes smaller, with two B-frames between others. */
const PICTURE = ['-f', 'lavfi', '-i', `testsrc2=s=320x180:r=25:d=${SECONDS},noise=alls=80:allf=t`];
const SOUND = ['-f', 'lavfi', '-i', `sine=440:d=${SECONDS}`];
const CODED = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '30', '-g', '25', '-bf', '2'];
const STREAMS = {
  'ts.m3u8': [...SOUND, ...CODED, '-c:a', 'aac', '-f', 'hls', '-hls_time', '1'],
  'mp4.m3u8': [
    ...[...SOUND, ...CODED, '-c:a', 'aac', '-f', 'hls', '-hls_time', '1'],
    ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'mp4-init.mp4'],
  ],
  'two.mpd': [...SOUND, ...CODED, '-c:a', 'aac', '-f', 'dash', '-seg_duration', '1'],
  'mute.m3u8': [...CODED, '-f', 'hls', '-hls_time', '1'],
};
/** Muxed, whose header is known last, and in two tracks of another container. */
const NAMES = asMany(['ts.m3u8', 'two.mpd'], Object.keys(STREAMS));
const never = new AbortController().signal;

let folder: string;
let web: Site;
let binaries: Binaries;
/** Learns of each piece that is asked for. */
let onPiece: (name: string) => void = () => undefined;
/** The file that is sent for a name. */
let sent: (name: string) => string = (name) => name;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copied-'));
  binaries = await findBinaries({});
  for (const [name, args] of Object.entries(STREAMS)) {
    const list = name.endsWith('m3u8') ? ['-hls_playlist_type', 'vod'] : [];
    execFileSync(binaries.ffmpeg, ['-v', 'error', '-y', ...PICTURE, ...args, ...list, name], {
      cwd: folder,
    });
  }
  web = await site(async (request, response) => {
    const name = basename(new URL(request.url ?? '', 'http://a').pathname);
    const file = join(folder, sent(name));
    const { size } = await stat(file).catch(() => ({ size: -1 }));
    if (size < 0) return void response.writeHead(404).end();
    onPiece(name);
    response.writeHead(200, { 'content-length': size });
    createReadStream(file).pipe(response);
  });
});
afterAll(async () => {
  await web.close();
  await rm(folder, { recursive: true });
});
afterEach(() => {
  onPiece = () => undefined;
  sent = (name) => name;
});

/** Takes the clusters of a copy, and forgets those behind what was told as kept. */
function memorySink(): MediaSink & { whole: () => Buffer; keep: (bytes: number) => void } {
  let body = Buffer.alloc(0);
  let before = Buffer.alloc(0);
  const wrong = async () => {
    throw new Error('it is no copy of a stream');
  };
  return {
    write: wrong,
    end: wrong,
    take: wrong,
    async add(bytes, isFirst) {
      body = Buffer.concat([...(isFirst ? [] : [body]), bytes]);
    },
    async endUnder(head) {
      before = Buffer.from(head(1_000_000));
    },
    keep: (bytes) => {
      body = body.subarray(0, bytes);
    },
    whole: () => Buffer.concat([before, body]),
  };
}

/** Fetches in rounds, each of which ends when a piece of the picture is asked for. */
async function inRounds(address: string, stops: readonly number[], ffmpeg?: string) {
  const links = await followingLinks(ffmpeg === undefined ? {} : { ffmpeg });
  const found = await links.find(address);
  const sink = memorySink();
  let from: FileUnderWay | undefined;
  let rounds = 0;
  for (const stop of [...stops, Number.POSITIVE_INFINITY]) {
    const over = new AbortController();
    rounds += 1;
    let now = (): FileUnderWay | undefined => undefined;
    onPiece = (name) => {
      const [, number] = /^(?:ts|mp4|mute|chunk-stream0-)(\d+)\.(?:ts|m4s)$/.exec(name) ?? [];
      if (Number(number) >= stop) over.abort();
    };
    const round = {
      from: from && { ...from, bytes: from.copied?.bytes ?? 0 },
      over: over.signal,
      comes: (file: typeof now) => {
        now = file;
      },
    };
    const ended = await links.fetchRound(found, sink, round).catch((error: unknown) => {
      if (!(error instanceof RoundOver)) throw error;
      return undefined;
    });
    if (ended) break;
    from = JSON.parse(JSON.stringify(now()));
    sink.keep(from?.copied?.bytes ?? 0);
  }
  await links.close();
  return { bytes: sink.whole(), rounds };
}

const output = (...args: readonly string[]) =>
  execFileSync(binaries.ffmpeg, ['-v', 'error', ...args], { maxBuffer: 1e9 }).toString();

/** The stream as ffmpeg joins it into a file that it can go back in. */
async function joined(name: string): Promise<string> {
  const path = join(folder, `${name}-joined.mkv`);
  const text = await readFile(join(folder, name), 'utf8');
  const lists = name.endsWith('mpd')
    ? ['init-stream0', 'chunk-stream0-', 'init-stream1', 'chunk-stream1-']
    : [];
  const tracks: string[][] = [];
  if (lists.length > 0) {
    for (const n of [0, 1]) {
      const chunks = Array.from({ length: 100 }, (_, at) => at + 1).map(
        (at) => `chunk-stream${n}-${String(at).padStart(5, '0')}.m4s`,
      );
      tracks.push([`init-stream${n}.m4s`, ...chunks]);
    }
  } else {
    const init = /URI="([^"]+)"/.exec(text)?.[1];
    const pieces = text.split('\n').filter((line) => /\.(ts|m4s)$/.test(line));
    tracks.push([...(init ? [init] : []), ...pieces]);
  }
  const files = [];
  for (const [n, pieces] of tracks.entries()) {
    const file = join(folder, `${name}-track-${n}`);
    const bytes = await Promise.all(
      pieces.map((piece) => readFile(join(folder, piece)).catch(() => Buffer.alloc(0))),
    );
    await writeFile(file, Buffer.concat(bytes));
    files.push({ path: file, ahead: 0, bytes: createReadStream(file) });
  }
  await joinTracks(binaries, files, path, { sparse: false, signal: never });
  return path;
}

const clusters = (bytes: Buffer): Buffer => bytes.subarray(bytes.indexOf('1f43b675', 0, 'hex'));

describe.each(NAMES)('%s', (name) => {
  let copied: { readonly bytes: Buffer };
  beforeAll(async () => {
    copied = await inRounds(`${web.origin}/${name}`, []);
  });

  test('reads as what ffmpeg joins: each frame, each sample, and where it is looked for', async () => {
    const other = await joined(name);
    const path = join(folder, `${name}.mkv`);
    await writeFile(path, copied.bytes);
    const every = ['-f', 'framemd5', '-'];
    const packets = (file: string) => output('-i', file, '-c', 'copy', ...every);
    expect(packets(path)).toBe(packets(other));
    for (const at of [7.96, 8, 21.5]) {
      const seeking = (file: string) =>
        output('-ss', String(at), '-i', file, '-frames:v', '3', '-an', '-copyts', ...every);
      expect(seeking(path)).toBe(seeking(other));
    }
    const engine = ffmpegEngine(binaries);
    expect(await engine.probe(path, never)).toEqual(await engine.probe(other, never));
  });

  test('the packaged ffmpeg, which goes back to each cluster, copies the same packets', async () => {
    const other = await inRounds(`${web.origin}/${name}`, [], packaged.path);
    const packets = await Promise.all(
      [copied, other].map(async ({ bytes }, n) => {
        const path = join(folder, `${name}-${n}.mkv`);
        await writeFile(path, bytes);
        return output('-i', path, '-map', '0:v', '-c', 'copy', '-f', 'framemd5', '-');
      }),
    );
    expect(packets[1]).toBe(packets[0]);
  });

  test('comes in rounds as the same bytes', async () => {
    const many = await inRounds(`${web.origin}/${name}`, [12, 19]);
    expect(many.rounds).toBe(3);
    expect(clusters(many.bytes).equals(clusters(copied.bytes))).toBe(true);
  });
});

test('a stream whose pieces come otherwise in another round is refused, not patched', async () => {
  let rounds = 0;
  sent = (name) => {
    if (name === 'ts.m3u8') rounds += 1;
    // Once to find it, and once in each round.
    return rounds > 2 ? name.replace(/^ts([3-9])\.ts$/, 'ts2.ts') : name;
  };
  await expect(inRounds(`${web.origin}/ts.m3u8`, [14])).rejects.toThrow('do not come again');
});
