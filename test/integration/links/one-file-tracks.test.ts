import { execFileSync } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packetTimes } from '../../../layers/media/fetch/packet-times.ts';
import { ffmpeg } from '../../support/clips/ffmpeg.ts';
import { quickFfmpeg } from '../../support/clips/quick-ffmpeg.ts';
import { copiedInRounds } from '../../support/copied-in-rounds.ts';
import { followingLinks } from '../../support/links.ts';
import { type PiecesSite, piecesSite } from '../../support/sites/pieces-site.ts';

const SECONDS = 24;
const never = new AbortController().signal;

let web: PiecesSite;

const CODECS: Readonly<Record<string, string>> = { webm: 'vp9', mp4: 'avc1.42c00d' };

/** A manifest of one picture and one sound, each a file of its own. */
async function manifest(name: string, tracks: readonly { file: string; index?: string }[]) {
  const sets = tracks.map(({ file, index }, n) => {
    const [kind, size] = n === 0 ? ['video', 'width="320" height="180"'] : ['audio', ''];
    const container = file.slice(file.lastIndexOf('.') + 1);
    const codecs = n === 0 ? CODECS[container] : container === 'webm' ? 'opus' : 'mp4a.40.2';
    const base = index ? `<SegmentBase indexRange="${index}"/>` : '';
    return `<AdaptationSet mimeType="${kind}/${container}"><Representation id="${n}" bandwidth="9"
      codecs="${codecs}" ${size}><BaseURL>${file}</BaseURL>${base}</Representation></AdaptationSet>`;
  });
  const text = `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"
    mediaPresentationDuration="PT${SECONDS}S"><Period>${sets.join('')}</Period></MPD>`;
  await writeFile(join(web.folder, name), text);
}

/** Where the cues of a file stand. */
async function cuesOf(file: string): Promise<string> {
  const bytes = await readFile(join(web.folder, file));
  const at = bytes.lastIndexOf('1c53bb6b', undefined, 'hex');
  const first = bytes.indexOf('1f43b675', 0, 'hex');
  return `${at}-${(at < first ? first : bytes.length) - 1}`;
}

beforeAll(async () => {
  web = await piecesSite(async (folder) => {
    const to = (name: string) => join(folder, name);
    const drawn = ['-f', 'lavfi', '-i', `testsrc2=s=320x180:r=10:d=${SECONDS}`];
    const heard = ['-f', 'lavfi', '-i', `sine=440:d=${SECONDS}`];
    const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-g', '10'];
    await ffmpeg(...drawn, ...vp9, '-b:v', '400k', '-dash', '1', to('back.webm'));
    const front = ['-c', 'copy', '-dash', '1', '-cues_to_front', '1', to('front.webm')];
    await ffmpeg('-i', to('back.webm'), ...front);
    const opus = ['-c:a', 'libopus', '-dash', '1', '-cluster_time_limit', '1000'];
    await ffmpeg(...heard, ...opus, to('sound.webm'));
    const noise = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=6,noise=alls=80:allf=t'];
    const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '30', '-g', '25'];
    const bare = ['-movflags', 'empty_moov+frag_keyframe+default_base_moof'];
    await ffmpeg(...noise, ...h264, to('noise.mp4'));
    const often = ['-stream_loop', String(SECONDS / 6 - 1), '-i', to('noise.mp4'), '-c', 'copy'];
    await quickFfmpeg(...often, ...bare, to('bare.mp4'));
    // More than is asked for ahead.
    const again = ['-stream_loop', '1', '-i', to('bare.mp4'), ...front.slice(0, -1)];
    await ffmpeg(...again, '-f', 'matroska', to('wide.webm'));
    const cut = ['-c:a', 'aac', ...bare, '-frag_duration', '1000000', to('sound.mp4')];
    await quickFfmpeg(...heard, ...cut);
    await quickFfmpeg('-t', '8', '-i', to('bare.mp4'), '-c', 'copy', to('behind.mp4'));
    const each = ['-c', 'copy', '-movflags', 'dash+frag_keyframe', to('each.mp4')];
    await quickFfmpeg('-t', '8', '-i', to('bare.mp4'), ...each);
  });
  const sound = { file: 'sound.webm', index: await cuesOf('sound.webm') };
  await manifest('front.mpd', [{ file: 'front.webm', index: await cuesOf('front.webm') }, sound]);
  await manifest('back.mpd', [{ file: 'back.webm', index: await cuesOf('back.webm') }, sound]);
  await manifest('wide.mpd', [{ file: 'wide.webm', index: await cuesOf('wide.webm') }, sound]);
  await manifest('unsaid.mpd', [{ file: 'front.webm' }]);
  await manifest('bare.mpd', [{ file: 'bare.mp4' }, { file: 'sound.mp4' }]);
  await manifest('behind.mpd', [{ file: 'behind.mp4' }]);
  await manifest('each.mpd', [{ file: 'each.mp4' }]);
});
afterAll(() => web.close());
afterEach(() => web.behave());

/** Each frame of three seconds as it is shown, after the first. */
const frames = (binary: string, path: string, from: number): string =>
  execFileSync(
    binary,
    [
      ...['-v', 'error', '-ss', String(from), '-i', path, '-t', '3', '-an', '-copyts'],
      ...['-f', 'framemd5', '-'],
    ],
    { maxBuffer: 1e8 },
  ).toString();

describe.each(['front.mpd', 'back.mpd', 'unsaid.mpd'])('%s, tracks of WebM', (name) => {
  test('a part is read of the clusters that hold it, as of the whole', async () => {
    const links = await followingLinks();
    const whole = await links.fetch(await links.find(`${web.origin}/${name}`));
    const opened = await links.open(`${web.origin}/${name}`);
    const file = name === 'back.mpd' ? 'back.webm' : 'front.webm';
    let first = Number.POSITIVE_INFINITY;
    web.manners.onAsked = (asked, from) => {
      if (asked === file && from > 100_000) first = Math.min(first, from);
    };
    const { input } = (await opened?.open([16, 19], never)) ?? { input: '' };
    const { ffmpeg: binary } = links.binaries;
    expect(frames(binary, input, 16)).toBe(frames(binary, whole.path, 16));
    expect(first).toBeGreaterThan(((await stat(join(web.folder, file))).size * 14) / SECONDS);
    opened?.close();
    await links.close();
  });
});

test('tracks of WebM go on in another round, as the same bytes', async () => {
  const number = (name: string, from: number) => (name === 'wide.webm' ? from : 0);
  const address = `${web.origin}/wide.mpd`;
  const once = await copiedInRounds(web, address, { stops: [], number });
  const { size } = await stat(join(web.folder, 'wide.webm'));
  const many = await copiedInRounds(web, address, { stops: [size * 0.65], number });
  expect(many.rounds).toBe(2);
  const clusters = (bytes: Buffer) => bytes.subarray(bytes.indexOf('1f43b675', 0, 'hex'));
  expect(clusters(many.bytes).equals(clusters(once.bytes))).toBe(true);
});

test('tracks without an index come in stretches, and lie nowhere whole', async () => {
  const links = await followingLinks();
  const found = await links.find(`${web.origin}/bare.mpd`);
  let most = 0;
  web.manners.onAsked = async () => {
    const files = (await readdir(links.folder)).filter((file) => file.startsWith('track-'));
    const sizes = await Promise.all(
      files.map((file) => stat(join(links.folder, file)).catch(() => ({ size: 0 }))),
    );
    most = Math.max(most, ...sizes.map(({ size }) => size));
  };
  const { path } = await links.fetch(found);
  expect((await stat(path)).size).toBeGreaterThan(20_000_000);
  expect(most).toBeLessThan(9_000_000);
  const { picture, sound } = await packetTimes(links.binaries, path, never);
  expect(picture).toHaveLength(SECONDS * 25);
  expect(sound.at(-1)?.at).toBeCloseTo(SECONDS, 0);
  await links.close();
});

test('a track that tells at its end how it is read is fetched whole before', async () => {
  const links = await followingLinks();
  const { path } = await links.fetch(await links.find(`${web.origin}/behind.mpd`));
  const { picture } = await packetTimes(links.binaries, path, never);
  expect(picture).toHaveLength(8 * 25);
  await links.close();
});

test('a track with an index of its own before each fragment is read to its end', async () => {
  const links = await followingLinks();
  const { path } = await links.fetch(await links.find(`${web.origin}/each.mpd`));
  const { picture } = await packetTimes(links.binaries, path, never);
  expect(picture).toHaveLength(8 * 25);
  await links.close();
});
