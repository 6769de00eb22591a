import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaFetcher } from '../../../layers/adapters/links/fetch/fetch-media.ts';
import { type YtDlp, ytDlp } from '../../../layers/adapters/links/yt-dlp/yt-dlp.ts';
import { tempFolder } from '../../../layers/adapters/system/scratch.ts';
import { linkOf } from '../../../layers/domain/links/recognise.ts';
import { ffmpeg } from '../../support/clips/ffmpeg.ts';
import { ffprobe } from '../../support/clips/ffprobe.ts';
import { quickFfmpeg } from '../../support/clips/quick-ffmpeg.ts';
import { keptMedia } from '../../support/kept-media.ts';
import { followingLinks } from '../../support/links.ts';
import { type Site, site } from '../../support/sites/sites.ts';
import { installedYtDlp } from '../../support/yt-dlp.ts';

const never = new AbortController().signal;
const PAGE = `<html><head><title>A talk</title></head><body>
<video src="/clip.mp4"><track kind="subtitles" srclang="de" src="/words.vtt"></video></body></html>`;
const LADDER = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="de",LANGUAGE="de",DEFAULT=YES,URI="sound.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=500000,RESOLUTION=320x180,CODECS="avc1.64000d,mp4a.40.2",AUDIO="a"
picture.m3u8
`;
/** Of two files of which it says nothing else: they hold their indexes. */
const MANIFEST = `<?xml version="1.0"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT4S"><Period>
<AdaptationSet mimeType="video/mp4"><Representation id="v" bandwidth="1000" codecs="avc1.64000d"
 width="320" height="180"><BaseURL>picture.mp4</BaseURL></Representation></AdaptationSet>
<AdaptationSet mimeType="audio/mp4"><Representation id="a" bandwidth="1000" codecs="mp4a.40.2">
<BaseURL>sound.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>`;

let links: Awaited<ReturnType<typeof followingLinks>>;
let downloader: YtDlp;
let web: Site;
/** What was asked for, with its range. */
let asked: string[] = [];
/** Requests for the clip that are refused, whatever they say. */
let refusals = 0;

beforeAll(async () => {
  links = await followingLinks();
  const { binaries, proxy, folder } = links;
  const at = (name: string) => join(folder, name);
  await quickFfmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=10:d=4', '-f', 'lavfi', '-i', 'sine=d=4'],
    ...['-c:v', 'libx264', '-g', '10', '-c:a', 'aac', '-shortest', at('clip.mp4')],
  );
  const parts = { picture: '-an', sound: '-vn' };
  for (const [name, without] of Object.entries(parts)) {
    const copied = ['-i', at('clip.mp4'), '-c', 'copy', without];
    const hls = ['-f', 'hls', '-hls_time', '1', '-hls_playlist_type', 'vod'];
    await quickFfmpeg(...copied, ...hls, at(`${name}.m3u8`));
    const indexed = ['-movflags', 'frag_keyframe+default_base_moof+global_sidx'];
    await quickFfmpeg(...copied, ...indexed, '-frag_duration', '1000000', at(`${name}.mp4`));
  }
  await ffmpeg(
    '-i',
    at('clip.mp4'),
    '-c',
    'copy',
    '-f',
    'dash',
    '-seg_duration',
    '1',
    at('cut.mpd'),
  );
  const manifest = await readFile(at('cut.mpd'), 'utf8');
  const locked = '<ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011" value="cenc"/>';
  await writeFile(at('locked.mpd'), manifest.replace(/<AdaptationSet[^>]*>/, `$&${locked}`));
  await writeFile(at('ladder.m3u8'), LADDER);
  await writeFile(at('two.mpd'), MANIFEST);
  await writeFile(at('talk.html'), PAGE);
  await writeFile(at('words.vtt'), 'WEBVTT\n\n00:00.000 --> 00:02.000\nGuten Tag\n');
  web = await site(async ({ url = '', headers }, response) => {
    asked.push([url, headers.range ?? []].flat().join(' '));
    // As sites do that let nobody else show their media.
    const isOwn = headers.referer?.endsWith('/talk.html') && refusals === 0;
    if (url === '/clip.mp4' && !isOwn) {
      refusals -= refusals > 0 ? 1 : 0;
      return void response.writeHead(403).end();
    }
    const bytes = await readFile(at(url.slice(1)));
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
    const last = Math.min(Number(to || bytes.length - 1), bytes.length - 1);
    const range = from && { 'content-range': `bytes ${from}-${last}/${bytes.length}` };
    const type = url.endsWith('html') ? 'text/html' : 'application/octet-stream';
    response.writeHead(range ? 206 : 200, { 'content-type': type, ...range });
    response.end(bytes.subarray(Number(from ?? 0), last + 1));
  });
  const binary = await installedYtDlp();
  downloader = ytDlp({ binary, ffmpeg: binaries.ffmpeg, out: proxy, newFolder: tempFolder });
});
afterAll(async () => {
  await web.close();
  await links.close();
});
beforeEach(() => {
  asked = [];
});

/** Fetches what the downloader finds. */
async function fetched(path: string) {
  const found = await downloader.find(linkOf(`${web.origin}/${path}`), never);
  const { proxy, tools, folder } = links;
  const wayOut = { refusalOf: () => undefined, lane: proxy.lane };
  const sink = keptMedia(folder);
  const into = { folder, maxBytes: 1e8, sink };
  const media = await mediaFetcher(wayOut, tools, downloader).fetch(found, into, () => {}, never);
  return { ...media, ...(await ffprobe(sink.path)), place: found.place };
}
const times = (path: string) => asked.filter((one) => one.split(' ')[0] === path).length;

test('a file that a page names comes as a file does, for whom the page names it', async () => {
  const { codecs, captions } = await fetched('talk.html');
  expect(codecs).toEqual(['h264', 'aac']);
  expect(captions).toEqual([
    { language: 'de', format: 'vtt', text: expect.stringContaining('Guten Tag') },
  ]);
  // The downloader, which looks at the page each time, was not asked a second time.
  expect([times('/talk.html'), times('/clip.mp4')]).toEqual([1, 1]);
});

test.each([
  ['ladder.m3u8', '/picture3.ts'],
  ['two.mpd', '/picture.mp4'],
  ['cut.mpd', '/chunk-stream0-00003.m4s'],
])('tracks that %s names apart come piece by piece', async (path, piece) => {
  const { codecs, seconds, place } = await fetched(path);
  expect([codecs, Math.round(seconds)]).toEqual([['h264', 'aac'], 4]);
  expect(times(`/${path}`)).toBeLessThanOrEqual(2);
  expect(times(piece)).toBeGreaterThan(0);
  expect(asked).not.toContain('/picture.mp4');
  // Offered, since all that is chosen is of it, for its pieces to be read here.
  if (path === 'cut.mpd') {
    const formats = [{ kind: 'dash', address: `${web.origin}/${path}` }];
    expect(place).toMatchObject({ offered: { formats } });
  }
});

test('of a manifest that is locked in part, the downloader brings what is not', async () => {
  expect((await fetched('locked.mpd')).codecs).toEqual(['aac']);
});

test('what is offered, and then refused to us, is fetched by the downloader', async () => {
  refusals = 1;
  expect((await fetched('talk.html')).codecs).toEqual(['h264', 'aac']);
  expect([times('/talk.html'), times('/clip.mp4')]).toEqual([2, 2]);
});
