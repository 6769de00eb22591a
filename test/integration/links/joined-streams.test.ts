import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { joinTracks } from '../../../layers/media/fetch/join-tracks.ts';
import { packetTimes } from '../../../layers/media/fetch/packet-times.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { followingLinks } from '../../support/links.ts';
import { type Site, site } from '../../support/sites/sites.ts';

const SECONDS = 16;
/** Noise that no encoder makes smaller: a megabyte in each second. */
const SOURCE = ['-f', 'lavfi', '-i', `testsrc2=s=320x180:r=25:d=${SECONDS},noise=alls=80:allf=t`];
const SOUND = ['-f', 'lavfi', '-i', `sine=440:d=${SECONDS}`];
const CODED = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '26', '-g', '25', '-c:a', 'aac'];

let folder: string;
let web: Site;
let gone: string | undefined;
/** Looks at the machine whenever a piece is asked for. */
let onPiece: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stream-'));
  const { ffmpeg } = await findBinaries({});
  const make = (...args: string[]) =>
    execFileSync(ffmpeg, ['-v', 'error', '-y', ...SOURCE, ...SOUND, ...CODED, ...args], {
      cwd: folder,
    });
  make('-f', 'hls', '-hls_time', '1', '-hls_playlist_type', 'vod', 'one.m3u8');
  make('-f', 'dash', '-seg_duration', '1', 'two.mpd');
  web = await site(async (request, response) => {
    const name = basename(new URL(request.url ?? '', 'http://a').pathname);
    const file = join(folder, name);
    const { size } = await stat(file).catch(() => ({ size: -1 }));
    if (size < 0 || name === gone) return void response.writeHead(404).end();
    await onPiece();
    response.writeHead(200, { 'content-length': size });
    createReadStream(file).pipe(response);
  });
});

afterAll(async () => {
  await web.close();
  await rm(folder, { recursive: true });
});

afterEach(() => {
  gone = undefined;
  onPiece = async () => undefined;
});

test.each(['one.m3u8', 'two.mpd'])('%s is joined while its pieces come', async (name) => {
  const links = await followingLinks();
  const found = await links.find(`${web.origin}/${name}`);
  let most = 0;
  onPiece = async () => {
    const files = (await readdir(links.folder)).filter((file) => file.startsWith('track-'));
    const sizes = await Promise.all(
      files.map((file) => stat(join(links.folder, file)).catch(() => ({ size: 0 }))),
    );
    most = Math.max(
      most,
      sizes.reduce((sum, { size }) => sum + size, 0),
    );
  };
  const { path } = await links.fetch(found);
  const { size } = await stat(path);
  expect(size).toBeGreaterThan(16_000_000);
  // The beginning, by which its tracks were learned of, and the pieces on their way.
  expect(most).toBeLessThan(0.75 * size);
  const never = new AbortController().signal;
  const { picture, sound } = await packetTimes(links.binaries, path, never);
  expect(picture).toHaveLength(SECONDS * 25);
  const [first, last] = [sound[0]?.at ?? Number.NaN, sound.at(-1)?.at ?? Number.NaN];
  expect(last - first).toBeCloseTo(SECONDS, 0);
  await links.close();
});

test('a join that is ended waits for no more of its tracks', async () => {
  const { binaries, close } = await followingLinks();
  const path = join(folder, 'one0.ts');
  const piece = await readFile(path);
  const stop = new AbortController();
  const endless = async function* () {
    for (let n = 0; ; n += 1) {
      if (n === 20) stop.abort(new Error('not wanted'));
      yield piece;
    }
  };
  const tracks = [{ path, ahead: 0, bytes: endless() }];
  const to = join(folder, 'endless.mkv');
  const joining = joinTracks(binaries, tracks, to, { sparse: false, signal: stop.signal });
  await expect(joining).rejects.toThrow('not wanted');
  await close();
});

test.each([
  ['one.m3u8', 'one14.ts'],
  ['two.mpd', 'chunk-stream0-00015.m4s'],
])('%s whose %s is missing is not taken for whole', async (name, piece) => {
  const links = await followingLinks();
  const found = await links.find(`${web.origin}/${name}`);
  gone = piece;
  await expect(links.fetch(found)).rejects.toThrow('is not there');
  await links.close();
});
