import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { joinTracks } from '../../../layers/media/fetch/join-tracks.ts';
import { packetTimes } from '../../../layers/media/fetch/packet-times.ts';
import { noiseStreams } from '../../support/clips/noise-streams.ts';
import { followingLinks } from '../../support/links.ts';
import { type PiecesSite, piecesSite } from '../../support/sites/pieces-site.ts';

const SECONDS = 18;

let web: PiecesSite;

beforeAll(async () => {
  web = await piecesSite((folder) =>
    noiseStreams(folder, SECONDS, ['ts.m3u8', 'mp4.m3u8', 'two.mpd']),
  );
});
afterAll(() => web.close());
afterEach(() => web.behave());

test.each(['ts.m3u8', 'two.mpd'])('%s is joined while its pieces come', async (name) => {
  const links = await followingLinks();
  const found = await links.find(`${web.origin}/${name}`);
  let most = 0;
  // Looks at the machine whenever a piece is asked for.
  web.manners.onAsked = async () => {
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

test('tracks whose parts do not belong together, which ffmpeg reads by itself, lie nowhere whole', async () => {
  const playlist = await readFile(join(web.folder, 'mp4.m3u8'), 'utf8');
  let pieces = 0;
  const several = playlist.replaceAll('#EXTINF', (line) => {
    pieces += 1;
    return pieces === 9 ? `#EXT-X-DISCONTINUITY\n${line}` : line;
  });
  await writeFile(join(web.folder, 'several.m3u8'), several);
  const master =
    '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",DEFAULT=YES,URI="mp4.m3u8"\n' +
    '#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"\nseveral.m3u8\n';
  await writeFile(join(web.folder, 'master.m3u8'), master);
  const links = await followingLinks();
  const found = await links.find(`${web.origin}/master.m3u8`);
  const here = new Set<string>();
  web.manners.onAsked = async () => {
    for (const file of await readdir(links.folder)) here.add(file);
  };
  const { path } = await links.fetch(found);
  expect((await stat(path)).size).toBeGreaterThan(16_000_000);
  // What the sink has taken, which is not on the disk of a function.
  expect([...here]).toEqual(['body']);
  const never = new AbortController().signal;
  const { picture, sound } = await packetTimes(links.binaries, path, never);
  expect(picture).toHaveLength(SECONDS * 25);
  expect(sound.at(-1)?.at).toBeCloseTo(SECONDS, 0);
  await links.close();
});

test('a join that is ended waits for no more of its tracks', async () => {
  const { binaries, close } = await followingLinks();
  const path = join(web.folder, 'ts0.ts');
  const piece = await readFile(path);
  const stop = new AbortController();
  const endless = async function* () {
    for (let n = 0; ; n += 1) {
      if (n === 20) stop.abort(new Error('not wanted'));
      yield piece;
    }
  };
  const tracks = [{ path, ahead: 0, bytes: endless() }];
  const to = join(web.folder, 'endless.mkv');
  const joining = joinTracks(binaries, tracks, to, { sparse: false, signal: stop.signal });
  await expect(joining).rejects.toThrow('not wanted');
  await close();
});

test.each([
  ['ts.m3u8', 'ts14.ts'],
  ['two.mpd', 'chunk-stream0-00015.m4s'],
])('%s whose %s is missing is not taken for whole', async (name, piece) => {
  const links = await followingLinks();
  const found = await links.find(`${web.origin}/${name}`);
  web.manners.sent = (asked) => (asked === piece ? 'nothing' : asked);
  await expect(links.fetch(found)).rejects.toThrow('is not there');
  await links.close();
});

test.each([
  ['within its media', 'media', SECONDS * 25],
  ['before its media', 'fragment', (SECONDS - 1) * 25],
  ['within what is told of its media', 'head', (SECONDS - 1) * 25],
  ['before its first byte', 'nothing', (SECONDS - 1) * 25],
])('a fragment that breaks off %s costs no other one', async (_, within, pictures) => {
  const segment = await readFile(join(web.folder, 'mp49.m4s'));
  const media = segment.indexOf('mdat') - 4;
  const lengths = {
    media: segment.length * 0.6,
    fragment: media + 4,
    head: media - 100,
    nothing: 0,
  };
  const length = Math.floor(lengths[within as keyof typeof lengths]);
  await writeFile(join(web.folder, 'broken.m4s'), segment.subarray(0, length));
  web.manners.sent = (name) => (name === 'mp49.m4s' ? 'broken.m4s' : name);
  const links = await followingLinks();
  const { path, missing } = await links.fetch(await links.find(`${web.origin}/mp4.m3u8`));
  const { picture } = await packetTimes(links.binaries, path, new AbortController().signal);
  expect(picture).toHaveLength(pictures);
  expect(missing).toEqual(pictures < SECONDS * 25 ? [[9, 10]] : []);
  expect(picture.at(-1)?.at).toBeCloseTo(SECONDS - 0.04, 1);
  await links.close();
});

test.each([
  ['ts0.ts', [-1, 0]],
  ['ts17.ts', [17, 18]],
])('where %s is empty, that is told', async (piece, stretch) => {
  await writeFile(join(web.folder, 'empty'), '');
  web.manners.sent = (name) => (name === piece ? 'empty' : name);
  const links = await followingLinks();
  const { missing } = await links.fetch(await links.find(`${web.origin}/ts.m3u8`));
  expect(missing).toEqual([stretch]);
  await links.close();
});
