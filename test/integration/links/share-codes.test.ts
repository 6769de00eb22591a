import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { linkFinder } from '../../../layers/adapters/links/find/find-media.ts';
import { PATIENCE } from '../../../layers/adapters/links/web/patience.ts';
import { PHOTOS_NOTE } from '../../../layers/adapters/links/yt-dlp/info.ts';
import type { FoundMedia, LinkFinder } from '../../../layers/app/ports/links/links.ts';
import { site } from '../../support/sites/sites.ts';

/** In plain, so that a site on loopback can answer for it. */
const CODE = 'http://vm.tiktok.com/ZMF6rgvXY';
const VIDEO = 'https://www.tiktok.com/@bella/video/7106594312292453675';

type Answers = Readonly<Record<string, number | string>>;

/**
 * A finder for which one site stands for all that is called: an answer is a status, a page or a
 * redirect.
 */
async function standingFor(answers: Answers, downloader: LinkFinder) {
  const asked: string[] = [];
  const web = await site((request, response) => {
    const address = `http://${request.headers.host}${request.url}`;
    asked.push(address);
    const answer = answers[address] ?? 404;
    if (typeof answer === 'number') response.writeHead(answer).end('no');
    else if (answer.startsWith('<')) response.setHeader('content-type', 'text/html').end(answer);
    else response.writeHead(302, { location: answer }).end();
  });
  const proxy = createServer().on('connect', (_: unknown, client: Duplex) => {
    const upstream = connect(web.port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(upstream).pipe(client);
    });
    for (const socket of [client, upstream]) socket.on('error', () => upstream.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const lane = { url, inPlain: String, bytes: () => 0, refusal: () => undefined, close: () => {} };
  const wayOut = { refusalOf: () => undefined, lane: () => lane };
  return {
    asked,
    finder: linkFinder(wayOut, downloader, { ...PATIENCE, answerMs: 1000 }),
    async close() {
      proxy.close();
      await web.close();
    },
  };
}

async function codeLeadingTo(answers: Answers) {
  const followed: string[] = [];
  const downloader: LinkFinder = {
    async find(link) {
      followed.push(link.url);
      throw new Error('the code alone is followed');
    },
  };
  const { finder, asked, close } = await standingFor(answers, downloader);
  const link = { url: CODE, canonical: CODE, platform: 'tiktok' } as const;
  const leadsTo = await finder.leadsTo?.(link, new AbortController().signal);
  await close();
  return { leadsTo, asked, followed };
}

test('a code is the video that it redirects to, whose page is not opened', async () => {
  const { leadsTo, asked, followed } = await codeLeadingTo({ [CODE]: `${VIDEO}?_r=1&u_code=x` });
  expect(leadsTo).toBe(`${VIDEO}?_r=1&u_code=x`);
  expect([asked, followed]).toEqual([[CODE], []]);
});

test('a code may lead through another, and through a sign-in that names the video', async () => {
  const other = 'http://vt.tiktok.com/ZSabcDEF1';
  const { leadsTo } = await codeLeadingTo({ [CODE]: other, [other]: VIDEO });
  expect(leadsTo).toBe(VIDEO);
  const login = `https://www.tiktok.com/login?redirect_url=${encodeURIComponent(VIDEO)}`;
  expect((await codeLeadingTo({ [CODE]: login })).leadsTo).toBe(login);
});

test.each([
  ['is gone', 404],
  ['is refused', 403],
  ['shows a page', 200],
  ['leads in a circle', CODE],
])('a code that %s is left to the downloader', async (_, answer) => {
  expect((await codeLeadingTo({ [CODE]: answer })).leadsTo).toBeUndefined();
});

describe('a post of photos, of which the downloader knows the sound alone', () => {
  const url = 'http://www.tiktok.com/@a/photo/7106594312292453675';
  const sound: FoundMedia = {
    place: { kind: 'page', address: url },
    title: 'Sound',
    language: null,
    captions: [],
    notes: [PHOTOS_NOTE],
    foundAt: VIDEO,
  };
  const find = async (page: string | number) => {
    const { finder, close } = await standingFor({ [url]: page }, { find: async () => sound });
    const link = { url, canonical: url, platform: 'tiktok' } as const;
    const found = await finder.find(link, new AbortController().signal);
    await close();
    return found;
  };

  test('is its slides and its music where its page tells them', async () => {
    const image = { imageURL: { urlList: ['https://cdn.example/1.jpeg'] } };
    const itemStruct = {
      imagePost: { images: [image] },
      music: { playUrl: 'https://cdn.example/m' },
    };
    const scope = { 'webapp.video-detail': { itemInfo: { itemStruct } } };
    const page = `<html><script id="__UNIVERSAL_DATA_FOR_REHYDRATION__">${JSON.stringify({ __DEFAULT_SCOPE__: scope })}</script></html>`;
    expect(await find(page)).toEqual({
      place: {
        kind: 'slides',
        images: ['https://cdn.example/1.jpeg'],
        audio: 'https://cdn.example/m',
      },
      title: null,
      language: null,
      captions: [],
      notes: [],
      foundAt: VIDEO,
    });
  });

  test.each([403, '<html><p>Please wait</p></html>'])(
    'is its sound, with a note, where the page is %j',
    async (page) => {
      expect(await find(page)).toEqual(sound);
    },
  );
});
