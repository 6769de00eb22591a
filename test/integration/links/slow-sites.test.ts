import type { IncomingMessage, ServerResponse } from 'node:http';
import { egress } from '../../../layers/adapters/egress/egress.ts';
import { startProxy } from '../../../layers/adapters/egress/proxy.ts';
import { PATIENCE, type Patience } from '../../../layers/adapters/links/web/patience.ts';
import { ytDlp } from '../../../layers/adapters/links/yt-dlp/yt-dlp.ts';
import { tempFolder } from '../../../layers/adapters/system/scratch.ts';
import type { LinkFinder } from '../../../layers/app/ports/links/links.ts';
import type { DomainError } from '../../../layers/domain/errors.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { keptMedia } from '../../support/kept-media.ts';
import { fileAt, followingLinks, reasonOf } from '../../support/links.ts';
import { site } from '../../support/sites/sites.ts';
import { installedYtDlp } from '../../support/yt-dlp.ts';

const MEDIA = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'),
  Buffer.alloc(20_000),
]);
const SHORT: Patience = {
  answerMs: 400,
  silenceMs: 400,
  looking: { bytes: 4000, everyMs: 1000 },
  fetching: { bytes: 4000, everyMs: 1000 },
  reading: { bytes: 1, everyMs: 8000 },
  lookMs: 600_000,
  slowMs: 300,
  secondMs: 500,
};

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Sends bytes one after the other, for as long as somebody listens. */
const dripping =
  (bytes: Buffer, everyMs: number, type = 'video/mp4'): Answer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.length });
    let at = 0;
    const more = () => {
      if (response.destroyed) return;
      response.write(bytes.subarray(at, at + 1));
      at += 1;
      if (at === bytes.length) response.end();
      else setTimeout(more, everyMs);
    };
    more();
  };
const silent: Answer = () => undefined;
const page = Buffer.concat([Buffer.from('<!doctype html><p>'), Buffer.alloc(20_000, 'a')]);

/** A downloader that knows the site no better, and is as patient as it is let. */
const waiting = () => {
  const ended: unknown[] = [];
  const downloader: LinkFinder = {
    find: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          ended.push(signal.reason);
          reject(signal.reason);
        });
      }),
  };
  return { downloader, ended };
};

test.each([
  ['is silent', silent],
  ['drips a page', dripping(page, 30, 'text/html')],
  ['drips media', dripping(MEDIA, 30)],
] satisfies [string, Answer][])(
  'a site that %s is given up, whoever asks it',
  async (what, answer) => {
    const web = await site(answer);
    const { downloader, ended } = waiting();
    const links = await followingLinks({ patience: SHORT, downloader });
    const thrown = await links.find(web.origin).catch((error: DomainError) => error);
    expect(thrown).toMatchObject({ type: 'source_unavailable', detail: { reason: 'unavailable' } });
    // Media that was seen comes no faster by another way.
    expect(ended).toHaveLength(what === 'drips media' ? 0 : 1);
    await Promise.all([links.close(), web.close()]);
  },
);

test.each([
  ['silent', silent],
  ['dripping', dripping(MEDIA, 30)],
])('media that is %s is given up', async (_, answer) => {
  const web = await site(answer);
  const links = await followingLinks({ patience: SHORT, pace: SHORT.fetching });
  expect(await reasonOf(links.fetch(fileAt(web.origin)))).toBe('unavailable');
  await Promise.all([links.close(), web.close()]);
});

test('a small file may come as slowly as its site is', async () => {
  const slow = { bytes: 4000, everyMs: 30_000 };
  const small = MEDIA.subarray(0, 60);
  const web = await site(dripping(small, 10));
  const links = await followingLinks({ patience: { ...SHORT, looking: slow }, pace: slow });
  const found = await links.find(web.origin);
  await links.fetch(found);
  expect(links.progress.at(-1)).toMatchObject({ bytes: small.length });
  await Promise.all([links.close(), web.close()]);
});

describe('yt-dlp', () => {
  /** Follows a link to a site by yt-dlp alone. */
  async function following(answer: Answer) {
    const web = await site(answer);
    const proxy = await startProxy(egress('1'));
    const { ffmpeg } = await findBinaries({});
    const out = { lane: proxy.lane };
    const downloader = ytDlp({
      binary: await installedYtDlp(),
      ffmpeg,
      out,
      newFolder: tempFolder,
      patience: SHORT,
    });
    return {
      web,
      downloader,
      close: () => Promise.all([proxy.close(), web.close()]),
    };
  }

  test('is stopped where a site is silent', async () => {
    const { web, downloader, close } = await following(silent);
    const link = { url: web.origin, canonical: web.origin, platform: 'web' } as const;
    const found = downloader.find(link, new AbortController().signal);
    await expect(found).rejects.toMatchObject({
      type: 'source_unavailable',
      message: expect.stringContaining('too long'),
    });
    await close();
  });

  test('is stopped where media drips', async () => {
    const { web, downloader, close } = await following((request, response) => {
      if (request.method === 'HEAD') return void response.end();
      return dripping(MEDIA, 30)(request, response);
    });
    const links = await followingLinks();
    const place = { kind: 'page', address: `${web.origin}/a.mp4` } as const;
    const fetched = downloader.fetch(
      { ...fileAt(''), place },
      { folder: links.folder, maxBytes: 1e9, sink: keptMedia(links.folder) },
      () => undefined,
      new AbortController().signal,
    );
    await expect(fetched).rejects.toMatchObject({
      type: 'source_unavailable',
      message: expect.stringContaining('slowly'),
    });
    await Promise.all([links.close(), close()]);
  });
});

test('the limits are those that the documentation gives', () => {
  const { answerMs, silenceMs, looking, fetching, secondMs, reading } = PATIENCE;
  expect(Math.max(answerMs, silenceMs) + secondMs).toBeLessThanOrEqual(30_000);
  expect(looking.everyMs * 1.1 + secondMs).toBeLessThanOrEqual(40_000);
  expect(Math.max(fetching.everyMs, reading.everyMs) * 1.1).toBeLessThanOrEqual(30_000);
});
