import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import packaged from '@ffmpeg-installer/ffmpeg';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { joinTracks } from '../../../layers/media/fetch/join-tracks.ts';
import { type Binaries, findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { asMany } from '../../support/breadth.ts';
import {
  NOISE_STREAMS,
  type NoiseStream,
  noiseStreams,
} from '../../support/clips/noise-streams.ts';
import { copiedInRounds } from '../../support/copied-in-rounds.ts';
import { type PiecesSite, piecesSite } from '../../support/sites/pieces-site.ts';

/** Muxed, whose header is known last, and in two tracks of another container. */
const NAMES = asMany<NoiseStream[]>(['ts.m3u8', 'two.mpd'], NOISE_STREAMS);
const never = new AbortController().signal;

let folder: string;
let web: PiecesSite;
let binaries: Binaries;

beforeAll(async () => {
  binaries = await findBinaries({});
  web = await piecesSite((made) => noiseStreams(made, 18, NAMES));
  ({ folder } = web);
});
afterAll(() => web.close());
afterEach(() => web.behave());

/** In rounds, each of which ends when a piece of the picture is asked for. */
const inRounds = (address: string, stops: readonly number[], ffmpeg?: string) =>
  copiedInRounds(web, address, {
    stops,
    ...(ffmpeg !== undefined && { ffmpeg }),
    number: (name) => Number(/^(?:ts|mp4|mute|chunk-stream0-)(\d+)\.(?:ts|m4s)$/.exec(name)?.[1]),
  });

/** What the packaged ffmpeg reads, which starts in no time. */
const output = (...args: readonly string[]) =>
  execFileSync(packaged.path, ['-v', 'error', ...args], { maxBuffer: 1e9 }).toString();

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
    for (const at of [7.96, 8, 15.5]) {
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
    const many = await inRounds(`${web.origin}/${name}`, [10, 15]);
    expect(many.rounds).toBe(3);
    expect(clusters(many.bytes).equals(clusters(copied.bytes))).toBe(true);
  });
});

test('a stream whose pieces come otherwise in another round is refused, not patched', async () => {
  let rounds = 0;
  web.manners.sent = (name) => {
    if (name === 'ts.m3u8') rounds += 1;
    // Once to find it, and once in each round.
    return rounds > 2 ? name.replace(/^ts([3-9])\.ts$/, 'ts2.ts') : name;
  };
  await expect(inRounds(`${web.origin}/ts.m3u8`, [14])).rejects.toThrow('do not come again');
});
