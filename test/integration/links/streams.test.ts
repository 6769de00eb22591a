import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import packaged from '@ffmpeg-installer/ffmpeg';
import type { LinkFinder } from '../../../layers/app/ports/links/links.ts';
import { lengthNotes } from '../../../layers/domain/sources/file-notes.ts';
import { listenedNotes } from '../../../layers/domain/sources/listened-notes.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { ffmpegSpeech } from '../../../layers/media/speech/find-speech.ts';
import { barcodeClip, readNumber } from '../../support/clips/barcode-clip.ts';
import { drawFile, tilesOf } from '../../support/clips/draw.ts';
import { fileAt, followingLinks, reasonOf } from '../../support/links.ts';
import { type Site, site } from '../../support/sites/sites.ts';

const TYPES: Record<string, string> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mpd': 'application/dash+xml',
  '.info': 'text/plain',
  '.vtt': 'text/vtt',
};

let folder: string;
let web: Site;
let gone: string | undefined;
/** Paths whose next request is answered that the site is busy. */
const busy = new Set<string>();
const asked: string[] = [];

const written = (name: string, text: string) => writeFile(join(folder, name), text);

/** Makes a playlist of numbered frames in segments of a second. */
const numbered = (
  name: string,
  clip: { readonly frames: number; readonly size: readonly [number, number] },
  how: readonly string[],
) =>
  barcodeClip({
    ...clip,
    rate: '25',
    output: [
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25', ...how],
      ...['-f', 'hls', '-hls_time', '1', '-hls_playlist_type', 'vod'],
      ...['-hls_fmp4_init_filename', `${name}-init.mp4`, join(folder, `${name}.m3u8`)],
    ],
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ladder-'));
  const makeBy = (ffmpeg: string, args: string[]) =>
    execFileSync(ffmpeg, ['-v', 'error', '-y', ...args], { cwd: folder, stdio: 'inherit' });
  const make = (...args: string[]) => makeBy(packaged.path, args);
  // The packaged one cuts DASH in another way.
  const dash = (to: string, args: string[]) =>
    makeBy('ffmpeg', [...args, '-f', 'dash', '-seg_duration', '1', to]);
  make(
    ...['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=6', '-f', 'lavfi', '-i', 'sine=440:d=6'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-pix_fmt', 'yuv420p'],
    ...['-c:a', 'aac', 'source.mp4'],
  );
  const source = ['-i', 'source.mp4', '-c', 'copy'];
  const hls = (name: string, ...more: string[]) =>
    make(
      ...[...source, ...more, '-f', 'hls', '-hls_time', '1', '-hls_playlist_type', 'vod'],
      ...['-hls_segment_filename', `${name}-%d.ts`, `${name}.m3u8`],
    );
  // Its size stands in the playlists above it.
  for (const name of ['low', 'high']) hls(name);
  await written('enc.key', 'k'.repeat(16));
  await written('enc.info', `enc.key\n${join(folder, 'enc.key')}\n`);
  hls('secret', '-hls_key_info_file', 'enc.info');
  dash('dash.mpd', source);
  const fallsSilent = ['-i', 'source.mp4', '-t', '3', ...source, '-map', '0:v', '-map', '1:a'];
  const names = ['-init_seg_name', 'q-init-$RepresentationID$.m4s'];
  names.push('-media_seg_name', 'q-$RepresentationID$-$Number$.m4s');
  dash('falls-silent.mpd', [...fallsSilent, ...names]);
  const master = (lines: string) => `#EXTM3U\n${lines}`;
  await written(
    'master.m3u8',
    master(
      '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Deutsch",LANGUAGE="de",URI="subs.m3u8"\n' +
        '#EXT-X-STREAM-INF:BANDWIDTH=100000,RESOLUTION=160x90,SUBTITLES="s"\nlow.m3u8\n' +
        '#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=3840x2160,SUBTITLES="s"\nmissing.m3u8\n' +
        '#EXT-X-STREAM-INF:BANDWIDTH=300000,RESOLUTION=320x180,SUBTITLES="s"\nhigh.m3u8\n',
    ),
  );
  const variant = (codecs: string, name: string, height = 180) =>
    `#EXT-X-STREAM-INF:BANDWIDTH=9,RESOLUTION=320x${height},CODECS="${codecs},mp4a.40.2"\n${name}.m3u8\n`;
  await written(
    'codecs.m3u8',
    master(
      variant('dvh1.05.01', 'secret') +
        variant('avc1.42C00C', 'high') +
        variant('vvc1.1', 'low', 720),
    ),
  );
  const sound = '#EXT-X-STREAM-INF:BANDWIDTH=5,CODECS="mp4a.40.2"\nsound.m3u8\n';
  await written('unread.m3u8', master(variant('vvc1.1', 'low') + sound));
  const languages = ['de', 'en', 'fr', 'it', 'es', 'pt', 'nl', 'pl', 'cs', 'ja', 'ko', 'zh'];
  const tracks = [...languages, 'sv', 'tr'].map(
    (language) =>
      `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="${language}",LANGUAGE="${language}",URI="subs.m3u8"\n`,
  );
  const captioned =
    '#EXT-X-STREAM-INF:BANDWIDTH=300000,RESOLUTION=320x180,SUBTITLES="s",AUDIO="a"\nhigh.m3u8\n';
  const spoken = (language: string, more: string) =>
    `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="${language}",LANGUAGE="${language}",${more}\n`;
  tracks.push(spoken('de', 'DEFAULT=YES'), spoken('en', 'URI="low.m3u8"'));
  await written('many.m3u8', master([...tracks, captioned].join('')));
  await written('subs.m3u8', '#EXTM3U\n#EXTINF:3,\ns0.vtt\n#EXTINF:3,\ns1.vtt\n#EXT-X-ENDLIST\n');
  const cue = (from: string, to: string, text: string) =>
    `00:${from}.000 --> 00:${to}.000\n${text}\n`;
  // The second part counts from 32 s where the stream is at 2 s.
  const head = (ticks: number, local: string) =>
    `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:${ticks},LOCAL:00:00:${local}.000\n\n`;
  const [one, two] = [cue('00', '01', 'eins'), cue('02', '04', 'zwei')];
  await written('s0.vtt', `${head(900_000, '00')}${one}\n${two}`);
  const again = [cue('32', '34', 'zwei'), cue('35', '36', 'drei')];
  await written('s1.vtt', `${head(1_080_000, '32')}${again.join('\n')}`);
  const media = await readFile(join(folder, 'high.m3u8'), 'utf8');
  await written('live.m3u8', media.replace(/#EXT-X-(ENDLIST|PLAYLIST-TYPE:VOD)/g, ''));
  await written('files.m3u8', '#EXTM3U\n#EXTINF:3,one\none.mp4\n#EXTINF:3,two\ntwo.mp4\n');
  const lacking = ['high-0.ts', 'high-2.ts', 'high-5.ts'];
  const gaps = lacking.reduce(
    (text, name) => text.replace(name, `#EXT-X-GAP\ngone-${name}`),
    media,
  );
  await written('gaps.m3u8', gaps);
  const parts = { ts: [], fmp4: ['-hls_segment_type', 'fmp4'] };
  for (const [kind, how] of Object.entries(parts)) {
    await numbered(`${kind}-a`, { frames: 75, size: [160, 90] }, [...how, '-bf', '2']);
    await numbered(`${kind}-b`, { frames: 50, size: [320, 180] }, [...how, '-bf', '0']);
    const [a = '', b = ''] = await Promise.all(
      ['a', 'b'].map((name) => readFile(join(folder, `${kind}-${name}.m3u8`), 'utf8')),
    );
    const more = b.slice(b.search(/#EXT-X-MAP|#EXTINF/));
    await written(`${kind}-ab.m3u8`, a.replace('#EXT-X-ENDLIST', `#EXT-X-DISCONTINUITY\n${more}`));
    // The second second is cut out, as an advertisement may be.
    const cut = a.replace(/#EXTINF:.*\n.*1\.(ts|m4s)\n/, '#EXT-X-DISCONTINUITY\n');
    await written(`${kind}-cut.m3u8`, cut);
  }
  const periodOf = (name: string, seconds: number) =>
    `<Period duration="PT${seconds}S"><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1">` +
    `<SegmentTemplate duration="1" startNumber="0" initialization="${name}-init.mp4" media="${name}$Number$.m4s"/>` +
    '</Representation></AdaptationSet></Period>';
  const ab = `${periodOf('fmp4-a', 3)}${periodOf('fmp4-b', 2)}`;
  const elsewhere = '<Period duration="PT2S" xlink:href="http://a.example/"/>';
  await written('elsewhere.mpd', `<MPD type="static">${ab}${elsewhere}</MPD>`);
  await written('ab.mpd', `<MPD type="static" mediaPresentationDuration="PT5S">${ab}</MPD>`);
  const named = '#EXT-X-DEFINE:NAME="kind",VALUE="ts"\n#EXTINF';
  const unnamed = media.replaceAll(/^([^#\n]+)\.ts$/gm, '$1.{$$kind}');
  await written('variables.m3u8', unnamed.replace('#EXTINF', named));
  const drm =
    '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://1",KEYFORMAT="com.apple.streamingkeydelivery"';
  await written('drm.m3u8', media.replace('#EXTINF', `${drm}\n#EXTINF`));
  const manifest = await readFile(join(folder, 'dash.mpd'), 'utf8');
  const [picture = ''] = /<Representation [\s\S]*?<\/Representation>/.exec(manifest) ?? [];
  const vvc = picture
    .replace(/ id="0"/, ' id="9"')
    .replace(/codecs="[^"]*"/, 'codecs="vvc1.1.L51"');
  const sharper = vvc.replace('height="180"', 'height="720"');
  await written('codecs.mpd', manifest.replace(picture, `${sharper}${picture}`));
  await written('live.mpd', manifest.replace('type="static"', 'type="dynamic"'));
  const [heard = ''] = /<AdaptationSet [^>]*"audio"[\s\S]*?<\/AdaptationSet>/.exec(manifest) ?? [];
  const inTwo = ['de', 'en'].map((code) => heard.replace(/<AdaptationSet/, `$& lang="${code}"`));
  await written('languages.mpd', manifest.replace(heard, inTwo.join('')));
  const period = manifest.slice(manifest.indexOf('<Period'), manifest.indexOf('</MPD>'));
  await written('periods.mpd', manifest.replace(period, `${period}${period}`));
  await written(
    'drm.mpd',
    manifest.replace('<Representation', '<ContentProtection schemeIdUri="urn:x"/><Representation'),
  );
  web = await site(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://a');
    asked.push(pathname);
    const file = join(folder, pathname);
    const { size } = await stat(file).catch(() => ({ size: -1 }));
    if (size < 0 || pathname === gone) return void response.writeHead(404).end();
    if (busy.delete(pathname)) return void response.writeHead(503).end();
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'content-length': size });
    createReadStream(file).pipe(response);
  });
});

afterAll(async () => {
  await web.close();
  await rm(folder, { recursive: true });
});

test('a ladder is read at its best step, with the captions beside it', async () => {
  const links = await followingLinks();
  const found = await links.find(`${web.origin}/master.m3u8`);
  expect(found.place).toEqual({ kind: 'stream', address: `${web.origin}/high.m3u8` });
  asked.length = 0;
  const fetched = await links.fetch(found);
  expect(asked.filter((path) => path.startsWith('/low'))).toEqual([]);
  expect(fetched.captions).toEqual([{ language: 'de', format: 'vtt', text: expect.anything() }]);
  const told = fetched.captions[0]?.text ?? '';
  expect(told.match(/eins|zwei|drei/g)).toEqual(['eins', 'zwei', 'drei']);
  expect(told).toContain('00:00:05.000 --> 00:00:06.000\ndrei');
  const probe = await ffmpegEngine(links.binaries).probe(
    fetched.path,
    AbortSignal.timeout(300_000),
  );
  expect(probe).toMatchObject({ width: 320, height: 180 });
  expect(Math.abs(probe.duration - 6)).toBeLessThan(0.3);
  expect(links.progress.at(-1)).toMatchObject({ of: null, secondsLeft: 0 });
  await links.close();
});

test('captions of which a part is gone are left out, and a note says so', async () => {
  const links = await followingLinks();
  const found = await links.find(`${web.origin}/master.m3u8`);
  gone = '/s1.vtt';
  const fetched = await links.fetch(found);
  gone = undefined;
  expect(fetched.captions).toEqual([]);
  expect(fetched.notes).toEqual([
    'Captions that are offered beside the video (de) could not be had whole; they are not used.',
  ]);
  await links.close();
});

const SEVERAL_LANGUAGES =
  'The stream offers its sound in several languages (de, en): only the one that players begin with is heard.';

test('captions and sound in more languages than are fetched are told in notes', async () => {
  const links = await followingLinks();
  const fetched = await links.fetch(await links.find(`${web.origin}/many.m3u8`));
  expect(fetched.captions).toHaveLength(12);
  expect((await links.find(`${web.origin}/languages.mpd`)).notes).toEqual([SEVERAL_LANGUAGES]);
  expect(fetched.notes).toEqual([
    SEVERAL_LANGUAGES,
    'Captions are offered beside the video in more languages (sv, tr) than are fetched; these are not used.',
  ]);
  await links.close();
});

test('a variant in a codec that is not read here is passed over', async () => {
  const links = await followingLinks();
  const { place } = await links.find(`${web.origin}/codecs.m3u8`);
  expect(place).toEqual({ kind: 'stream', address: `${web.origin}/high.m3u8` });
  await links.close();
});

test('sound alone is not taken for a picture in a codec that is not read here', async () => {
  const links = await followingLinks();
  const { place } = await links.find(`${web.origin}/unread.m3u8`);
  expect(place).toEqual({ kind: 'stream', address: `${web.origin}/low.m3u8` });
  await links.close();
});

test.each(['dash.mpd', 'codecs.mpd', 'falls-silent.mpd', 'secret.m3u8', 'variables.m3u8'])(
  '%s is fetched whole',
  async (name) => {
    const links = await followingLinks();
    const fetched = await links.fetch(await links.find(`${web.origin}/${name}`));
    const probe = await ffmpegEngine(links.binaries).probe(
      fetched.path,
      AbortSignal.timeout(300_000),
    );
    expect(Math.abs(probe.duration - 6)).toBeLessThan(0.3);
    expect(probe.audio).toHaveLength(1);
    await links.close();
  },
);

const first = Array.from({ length: 75 }, (_, n) => n);
test.each([
  ['ts-ab.m3u8', [...first, ...first.slice(0, 50)]],
  ['fmp4-ab.m3u8', [...first, ...first.slice(0, 50)]],
  ['ab.mpd', [...first, ...first.slice(0, 50)]],
  ['ts-cut.m3u8', [...first.slice(0, 25), ...first.slice(50)]],
  ['fmp4-cut.m3u8', [...first.slice(0, 25), ...first.slice(50)]],
])('the runs of %s follow each other frame by frame', async (name, numbers) => {
  const links = await followingLinks();
  const { path } = await links.fetch(await links.find(`${web.origin}/${name}`));
  const drawn = await drawFile(ffmpegEngine(links.binaries), path, { fps: 5 });
  expect(drawn.probe.duration).toBeCloseTo(numbers.length / 25, 3);
  expect(drawn.measured.damage).toMatchObject({ lost: [], doubtful: [], twice: [] });
  const tiles = await tilesOf(drawn);
  expect(tiles.map(({ grey, width, height }) => readNumber(grey, width, height))).toEqual(
    tiles.map(({ seconds }) => numbers[Math.round(seconds * 25)]),
  );
  await links.close();
});

test('what a playlist says is not there is told, and the rest is read', async () => {
  const links = await followingLinks();
  asked.length = 0;
  const { path, missing } = await links.fetch(await links.find(`${web.origin}/gaps.m3u8`));
  expect(asked.filter((name) => name.includes('gone'))).toEqual([]);
  expect(missing).toEqual([
    [-1, 0],
    [1, 2],
    [4, 5],
  ]);
  const engine = ffmpegEngine(links.binaries);
  const probed = await engine.probe(path, AbortSignal.timeout(300_000));
  const probe = { ...probed, missing: missing as [number, number][] };
  expect(lengthNotes(probe)).toEqual([
    expect.stringContaining('1 s before the first picture, and 1-2 s and 4-5 s'),
  ]);
  // Of sound alone that is gone, or without any, the picture is no freeze either.
  const { plan, measured } = await drawFile(engine, path, { fps: 2 }, { ...probe, audio: [] });
  expect(plan.coverage.is_full_video).toBe(false);
  expect(measured.damage.absent).toEqual([[1, 2]]);
  const { signal } = new AbortController();
  const finding = ffmpegSpeech(links.binaries, undefined).find(path, probe, [0, 4], signal);
  let found = await finding.next();
  while (!found.done) found = await finding.next();
  const { damage } = found.value;
  expect(damage.silent).toEqual([[expect.closeTo(1, 1), expect.closeTo(2, 1)]]);
  expect(listenedNotes(probe, [0, 4], damage)).toEqual([expect.stringContaining('1-2 s')]);
  await links.close();
});

test.each([
  ['live.m3u8', 'live stream'],
  ['live.mpd', 'live stream'],
  ['files.m3u8', 'list of files'],
  ['drm.m3u8', 'rights management'],
  ['drm.mpd', 'rights management'],
  ['periods.mpd', 'several periods'],
  ['elsewhere.mpd', 'several periods'],
])('%s is unavailable, and says why', async (name, why) => {
  const links = await followingLinks();
  await expect(links.find(`${web.origin}/${name}`)).rejects.toThrow(why);
  expect(await reasonOf(links.find(`${web.origin}/${name}`))).toBe('unavailable');
  await links.close();
});

test.each([
  ['high.m3u8', '/high-2.ts'],
  ['falls-silent.mpd', '/q-0-3.m4s'],
])('%s without %s is not taken for whole', async (name, part) => {
  const links = await followingLinks();
  const found = await links.find(`${web.origin}/${name}`);
  gone = part;
  await expect(links.fetch(found)).rejects.toThrow('is not there');
  gone = undefined;
  await links.close();
});

test.each([
  ['high.m3u8', '/high-2.ts'],
  ['secret.m3u8', '/enc.key'],
  ['falls-silent.mpd', '/q-0-3.m4s'],
])('%s is fetched although %s fails once', async (name, part) => {
  const links = await followingLinks();
  const found = await links.find(`${web.origin}/${name}`);
  busy.add(part);
  const fetched = await links.fetch(found);
  expect(busy.size).toBe(0);
  const probe = await ffmpegEngine(links.binaries).probe(
    fetched.path,
    AbortSignal.timeout(300_000),
  );
  expect(Math.abs(probe.duration - 6)).toBeLessThan(0.3);
  await links.close();
});

test.each([
  ['live.m3u8', 'unavailable'],
  ['enc.info', 'no_video'],
])('what was seen at %s is not asked of the downloader as well', async (name, reason) => {
  const asked: string[] = [];
  const downloader: LinkFinder = {
    async find({ url }) {
      asked.push(url);
      return fileAt(url);
    },
  };
  const links = await followingLinks({ downloader });
  expect(await reasonOf(links.find(`${web.origin}/${name}`))).toBe(reason);
  expect(asked).toEqual([]);
  await links.close();
});

test('a stream of more bytes than are taken is given up', async () => {
  const links = await followingLinks();
  const found = await links.find(`${web.origin}/high.m3u8`);
  await expect(links.fetch(found, 100_000)).rejects.toThrow('The stream is larger than the 0 MB');
  await links.close();
});

test('the engine reads a stream by ranges through the proxy', async () => {
  const links = await followingLinks();
  const proxy = links.proxy.lane({ plain: true });
  const engine = ffmpegEngine({ ...links.binaries, proxy });
  const probe = await engine.probe(`${web.origin}/high.m3u8`, AbortSignal.timeout(300_000));
  expect(probe).toMatchObject({ width: 320, height: 180 });
  expect(proxy.bytes()).toBeGreaterThan(0);
  await links.close();
});
