import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { egress } from '../../../layers/adapters/egress/egress.ts';
import { type EgressProxy, startProxy } from '../../../layers/adapters/egress/proxy.ts';
import { type YtDlp, ytDlp } from '../../../layers/adapters/links/yt-dlp/yt-dlp.ts';
import { tempFolder } from '../../../layers/adapters/system/scratch.ts';
import type { FetchProgress } from '../../../layers/app/ports/links/links.ts';
import type { DomainError } from '../../../layers/domain/errors.ts';
import { linkOf } from '../../../layers/domain/links/recognise.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { asMany } from '../../support/breadth.ts';
import { ffprobe } from '../../support/clips/ffprobe.ts';
import { quickFfmpeg } from '../../support/clips/quick-ffmpeg.ts';
import { keptMedia } from '../../support/kept-media.ts';
import { insideListener, type Site, site } from '../../support/sites/sites.ts';
import { installedYtDlp } from '../../support/yt-dlp.ts';

const TYPES: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  m3u8: 'application/vnd.apple.mpegurl',
  mpd: 'application/dash+xml',
  ts: 'video/mp2t',
  vtt: 'text/vtt',
};
const PAGES: Readonly<Record<string, string>> = {
  '/talk': `<html><head><title>A talk</title></head><body>
    <video src="/clip.mp4"><track kind="subtitles" srclang="de" src="/words.vtt"></video></body></html>`,
  '/two': `<title>Two talks</title><video src="/clip.mp4"></video><video src="/clip.mp4?2"></video>`,
  '/text': '<title>Words</title><p>Nothing moves here.</p>',
};

/** Its sound is a playlist of a file on this machine, under the name of a container. */
const POSING_MANIFEST = `<?xml version="1.0"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT4S"><Period>
<AdaptationSet mimeType="video/mp4"><Representation id="v" bandwidth="1000" codecs="avc1.64000d"
 width="320" height="180"><BaseURL>picture.mp4</BaseURL></Representation></AdaptationSet>
<AdaptationSet mimeType="audio/mp4"><Representation id="a" bandwidth="1000" codecs="mp4a.40.2">
<BaseURL>posing.m4a</BaseURL></Representation></AdaptationSet></Period></MPD>`;

let folder: string;
let server: Site;
let proxy: EgressProxy;
let downloader: YtDlp;
let asked: string[] = [];
const odd = new Map<string, (response: ServerResponse, request: IncomingMessage) => void>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yt-dlp-test-'));
  const at = (name: string) => join(folder, name);
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=10:d=4'];
  const sound = ['-f', 'lavfi', '-i', 'sine=d=4'];
  const coded = ['-c:v', 'libx264', '-g', '10', '-c:a', 'aac', '-shortest'];
  await quickFfmpeg(...picture, ...sound, ...coded, at('clip.mp4'));
  const hls = ['-f', 'hls', '-hls_time', '1', '-hls_playlist_type', 'vod'];
  await quickFfmpeg('-i', at('clip.mp4'), '-c', 'copy', '-an', ...hls, at('picture.m3u8'));
  await quickFfmpeg('-i', at('clip.mp4'), '-c', 'copy', '-vn', ...hls, at('sound.m3u8'));
  await writeFile(
    at('ladder.m3u8'),
    [
      '#EXTM3U',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="de",LANGUAGE="de",DEFAULT=YES,URI="sound.m3u8"',
      '#EXT-X-STREAM-INF:BANDWIDTH=500000,RESOLUTION=320x180,CODECS="avc1.64000d,mp4a.40.2",AUDIO="a"',
      'picture.m3u8',
      '',
    ].join('\n'),
  );
  // Fragmented, since a manifest names it by its whole.
  const whole = ['-movflags', 'frag_keyframe+empty_moov+default_base_moof'];
  await quickFfmpeg('-i', at('clip.mp4'), '-an', '-c', 'copy', ...whole, at('picture.mp4'));
  await quickFfmpeg('-i', at('clip.mp4'), '-vn', '-c', 'copy', at('neighbour.mp4'));
  await writeFile(
    at('posing.m4a'),
    `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n${at('neighbour.mp4')}\n#EXT-X-ENDLIST\n`,
  );
  await writeFile(at('posing.mpd'), POSING_MANIFEST);
  await writeFile(at('words.vtt'), 'WEBVTT\n\n00:00.000 --> 00:02.000\nGuten Tag\n');

  server = await site(async (request, response) => {
    const path = new URL(request.url ?? '', 'http://site').pathname;
    asked.push(path);
    const handler = odd.get(path);
    if (handler) return handler(response, request);
    const status = Number(/^\/(\d{3})$/.exec(path)?.[1] ?? 0);
    if (status > 0) return response.writeHead(status).end('no');
    const page = PAGES[path];
    if (page) return response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    try {
      const body = await readFile(join(folder, path.slice(1)));
      const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'text/plain';
      response.writeHead(200, { 'content-type': type, 'content-length': body.length }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  proxy = await startProxy(egress('1'));
  const binaries = await findBinaries({});
  downloader = ytDlp({
    binary: await installedYtDlp(),
    ffmpeg: binaries.ffmpeg,
    out: proxy,
    newFolder: tempFolder,
  });
});

afterAll(async () => {
  await proxy.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
  asked = [];
});

const never = new AbortController().signal;
const find = (path: string, signal = never) =>
  downloader.find(linkOf(server.origin + path), signal);

let talk: ReturnType<typeof find> | undefined;
/** What is found at `/talk`, looked for once. */
const foundTalk = () => {
  talk ??= find('/talk');
  return talk;
};

async function fetched(path: string, maxBytes = 1e8, signal = never) {
  const into = await mkdtemp(join(folder, 'job-'));
  const progress: FetchProgress[] = [];
  const place = { kind: 'page', address: server.origin + path } as const;
  const { captions } = path === '/talk' ? await foundTalk() : { captions: [] };
  const found = { place, title: null, language: null, captions, notes: [] };
  const sink = keptMedia(into);
  const media = await downloader.fetch(
    found,
    { folder: into, maxBytes, sink },
    (told) => progress.push(told),
    signal,
  );
  return { media: { ...media, path: sink.path }, progress, into };
}

const refused = async (work: Promise<unknown>): Promise<DomainError> =>
  work.then(
    () => {
      throw new Error('it was not refused');
    },
    (error) => error,
  );

describe('yt-dlp', () => {
  test('tells its version', async () => {
    expect(await downloader.version()).toMatch(/^\d{4}\.\d\d\.\d\d/);
  });

  test('finds the video of a page, where it lies, its title and its captions, and fetches none of it', async () => {
    expect(await foundTalk()).toEqual({
      place: {
        kind: 'page',
        address: `${server.origin}/talk`,
        offered: {
          formats: [{ kind: 'file', address: `${server.origin}/clip.mp4` }],
          headers: expect.objectContaining({ referer: `${server.origin}/talk` }),
        },
      },
      title: 'A talk',
      language: null,
      captions: [{ language: 'de', format: 'vtt', address: `${server.origin}/words.vtt` }],
      notes: [],
    });
    expect(asked).toEqual(['/talk']);
  });

  test('takes the first of several videos, with a note', async () => {
    expect((await find('/two')).notes).toEqual([
      'The link leads to a list; only its first video was read.',
    ]);
    expect((await ffprobe((await fetched('/two')).media.path)).seconds).toBeCloseTo(4, 0);
    expect(asked).not.toContain('/clip.mp4?2');
  });

  test('fetches a video with the captions beside it, telling how far it is', async () => {
    const { media, progress } = await fetched('/talk');
    expect(media).toMatchObject({ carousel: null });
    expect(media.captions).toEqual([
      { language: 'de', format: 'vtt', text: expect.stringContaining('Guten Tag') },
    ]);
    expect(await ffprobe(media.path)).toMatchObject({ codecs: ['h264', 'aac'] });
    const size = (await readFile(media.path)).length;
    expect(progress.at(-1)).toMatchObject({ bytes: size, of: size });
    expect(progress.map(({ bytes }) => bytes)).toEqual(
      progress.map(({ bytes }) => bytes).sort((a, b) => a - b),
    );
  });

  test('fetches a media file by its own address', async () => {
    expect((await find('/clip.mp4')).title).toBe('clip');
    const { media } = await fetched('/clip.mp4');
    expect(await ffprobe(media.path)).toMatchObject({ codecs: ['h264', 'aac'] });
  });

  test('merges the picture and the sound of an HLS ladder into one file', async () => {
    const { media } = await fetched('/ladder.m3u8');
    expect((await ffprobe(media.path)).codecs).toEqual(['h264', 'aac']);
    expect((await ffprobe(media.path)).seconds).toBeCloseTo(4, 0);
  });

  test('merges no file of this machine, whatever poses as sound', async () => {
    expect((await refused(fetched('/posing.mpd'))).type).toBe('source_unavailable');
    expect(asked).toEqual(expect.arrayContaining(['/picture.mp4', '/posing.m4a']));
  });

  const REASONS = [
    ['/403', 'auth'],
    ['/text', 'no_video'],
    ['/404', 'unavailable'],
    ['/401', 'auth'],
    ['/410', 'unavailable'],
    ['/429', 'ratelimit'],
    ['/451', 'geo'],
    ['/500', 'unknown'],
  ] as const;

  // By which words which is told from which is tried without a process.
  test.each(asMany(REASONS.slice(0, 1), [...REASONS]))(
    'says of %s that it is %s',
    async (path, reason) => {
      expect((await refused(find(path))).detail.reason).toBe(reason);
    },
  );

  test('is ended by an abort while a site drips, with all that it started', async () => {
    const gone = new AbortController();
    let closed: () => void = () => {};
    const hungUp = new Promise<void>((resolve) => {
      closed = resolve;
    });
    odd.set('/drip.mp4', (response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': '999999' });
      response.write('x'.repeat(600));
      const drip = setInterval(() => response.write('x'), 50);
      response.once('close', () => {
        clearInterval(drip);
        closed();
      });
      gone.abort(new Error('nobody waits any more'));
    });
    await expect(fetched('/drip.mp4', 1e8, gone.signal)).rejects.toThrow('nobody waits any more');
    await hungUp;
  });

  test('is not started for somebody who has gone', async () => {
    await expect(find('/talk', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(asked).toEqual([]);
  });

  test('gives up a file that says that it is too large, and one that turns out to be', async () => {
    const endless = (headers: Record<string, string>) => (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'video/mp4', ...headers });
      const more = () => {
        while (response.write(Buffer.alloc(64 * 1024)));
      };
      response.on('drain', more);
      more();
    };
    odd.set('/large.mp4', endless({ 'content-length': '500000000' }));
    odd.set('/endless.mp4', endless({}));
    for (const path of ['/large.mp4', '/endless.mp4']) {
      const error = await refused(fetched(path, 2_000_000));
      expect(error.detail.reason).toBe('unavailable');
      expect(error.message).toMatch(/larger than 2 MB/);
    }
  });

  test('leads nowhere inside: not by a redirect, a source or a playlist', async () => {
    const inside = await insideListener();
    const address = `http://127.0.0.1:${inside.port}/secret.mp4`;
    const only = `127.0.0.1:${server.port}`;
    const strict = await startProxy({
      refusalOf: (url) => (new URL(url).host === only ? undefined : 'it leads inside'),
      addressesOf: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const careful = ytDlp({
      binary: await installedYtDlp(),
      ffmpeg: (await findBinaries({})).ffmpeg,
      out: strict,
      newFolder: tempFolder,
    });
    odd.set('/redirect', (response) => response.writeHead(302, { location: address }).end());
    const html = { 'content-type': 'text/html' };
    odd.set('/source', (response) =>
      response.writeHead(200, html).end(`<video src="${address}"></video>`),
    );
    const list = { 'content-type': 'application/vnd.apple.mpegurl' };
    odd.set('/list.m3u8', (response) =>
      response
        .writeHead(200, list)
        .end(`#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${address}\n#EXT-X-ENDLIST\n`),
    );
    try {
      for (const path of ['/redirect', '/source', '/list.m3u8']) {
        const into = await mkdtemp(join(folder, 'job-'));
        const work = careful.find(linkOf(server.origin + path), never).then((found) => {
          const sink = keptMedia(into);
          return careful.fetch(found, { folder: into, maxBytes: 1e8, sink }, () => {}, never);
        });
        expect((await refused(work)).message).toMatch(/not followed: it leads inside/);
      }
      expect(inside.connections()).toBe(0);
    } finally {
      await strict.close();
      await inside.close();
    }
  });
});
