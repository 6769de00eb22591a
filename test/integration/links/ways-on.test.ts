import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FoundMedia, Link } from '../../../layers/app/ports/links/links.ts';
import { followingLinks, reasonOf } from '../../support/links.ts';
import { site } from '../../support/sites/sites.ts';

const MEDIA = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');
const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Finds on a site of these pages; what stands here as text is a page of it. */
async function findingOn(pages: Readonly<Record<string, string | Answer>>) {
  const asked: string[] = [];
  const web = await site((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const answer = pages[path];
    if (path.endsWith('.mp4') && answer === undefined) return void response.end(MEDIA);
    if (typeof answer === 'function') return answer(request, response);
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'text/html' });
    response.end(answer);
  });
  const followed: Link[] = [];
  const downloader = {
    async find(link: Link): Promise<FoundMedia> {
      followed.push(link);
      const place = { kind: 'page', address: link.url } as const;
      return { place, title: 'By the downloader', language: null, captions: [], notes: [] };
    },
  };
  const links = await followingLinks({ downloader });
  return {
    asked,
    followed,
    origin: web.origin,
    find: (path: string) => links.find(`${web.origin}${path}`),
    fetch: links.fetch,
    async close() {
      await Promise.all([links.close(), web.close()]);
    },
  };
}

const to =
  (location: string, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(302, { location, ...headers }).end();

test('a redirecting address is found where it led to', async () => {
  const web = await findingOn({ '/s/1': to('/s/2'), '/s/2': to('/talk.mp4') });
  expect(await web.find('/s/1')).toMatchObject({ foundAt: `${web.origin}/talk.mp4` });
  await web.close();
});

test.each([
  ['a redirect', to('https://youtu.be/dQw4w9WgXcQ?si=abc')],
  [
    'a redirect to a question for consent',
    to(`https://consent.youtube.com/m?continue=${encodeURIComponent(VIDEO)}`),
  ],
  [
    'a page that goes on by itself',
    `<title>…</title><noscript><META http-equiv="refresh" content="0;URL=${VIDEO}"></noscript>`,
  ],
  [
    'a page that shows its player',
    '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
  ],
])('%s leads to the video of a platform, whose pages are not opened here', async (_, answer) => {
  const web = await findingOn({ '/s/1': answer });
  expect(await web.find('/s/1')).toMatchObject({ title: 'By the downloader', foundAt: VIDEO });
  expect([web.asked, web.followed.map(({ canonical }) => canonical)]).toEqual([['/s/1'], [VIDEO]]);
  await web.close();
});

test('a page goes on by itself, but not without end, nor from one that shows a video', async () => {
  const refresh = (path: string) => `<meta http-equiv="refresh" content="1; url='${path}'">`;
  const web = await findingOn({
    '/a': refresh('/b'),
    '/b': `${refresh('/c')}<video src="b.mp4">`,
    '/round': refresh('/turn'),
    '/turn': refresh('/round'),
    '/itself': refresh('/itself#again'),
  });
  const found = await web.find('/a');
  expect(found).toMatchObject({
    place: { address: `${web.origin}/b.mp4` },
    foundAt: `${web.origin}/b`,
  });
  expect((await web.find('/round')).title).toBe('By the downloader');
  expect((await web.find('/itself')).title).toBe('By the downloader');
  expect(web.asked.length).toBeLessThan(10);
  await web.close();
});

test('cookies that a redirect sets are sent on to their host, and to no other', async () => {
  const cookies: (string | undefined)[] = [];
  const other = await findingOn({
    '/see.mp4': ({ headers }, response) => {
      cookies.push(headers.cookie);
      response.end(MEDIA);
    },
  });
  const web = await findingOn({
    '/talk.mp4': (request, response) =>
      request.headers.cookie === 'seen=1'
        ? response.end(MEDIA)
        : to('/consent', { 'set-cookie': 'seen=1; Path=/' })(request, response),
    '/consent': to('/talk.mp4'),
    '/away': to(`${other.origin.replace('127.0.0.1', 'localhost')}/see.mp4`, {
      'set-cookie': 'a=b',
    }),
  });
  const found = await web.find('/talk.mp4');
  expect(found.place).toMatchObject({ kind: 'file', address: `${web.origin}/talk.mp4` });
  // Another fetch starts without cookies, and is given them as the first was.
  await web.fetch(found);
  expect(web.asked).toEqual(Array(2).fill(['/talk.mp4', '/consent', '/talk.mp4']).flat());
  await web.find('/away');
  expect(cookies).toEqual([undefined]);
  await Promise.all([web.close(), other.close()]);
});

test('what only cookies lead to has no address that another call could share', async () => {
  const player: Answer = (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<video src="v.mp4">');
  const web = await findingOn({
    '/watch/1': to('/player', { 'set-cookie': 'video=1; Path=/' }),
    '/player': player,
    '/file/1': to('/file.mp4', { 'set-cookie': 'video=1; Path=/' }),
  });
  for (const path of ['/watch/1', '/file/1']) {
    expect(await web.find(path)).not.toHaveProperty('foundAt');
  }
  await web.close();
});

test.each([
  ['a circle', { '/s': to('/t'), '/t': to('/s') }],
  [
    'a row without end',
    Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [n ? `/s${n}` : '/s', to(`/s${n + 1}`)]),
    ),
  ],
])('redirects in %s are given up', async (_, pages) => {
  const web = await site((request, response) => {
    const answer = (pages as Record<string, Answer>)[request.url ?? ''];
    answer?.(request, response);
  });
  const links = await followingLinks();
  expect(await reasonOf(links.find(`${web.origin}/s`))).toBe('unavailable');
  await Promise.all([links.close(), web.close()]);
});

describe('the address that a page calls its own', () => {
  const page = (video: string, own: string) =>
    `<link rel="canonical" href="${own}"><video src="${video}"></video>`;

  test('names its video where the page there shows the same', async () => {
    const web = await findingOn({
      '/talk?from=mail': page('/v.mp4', '/talk'),
      '/talk': page('/v.mp4', '/talk'),
      '/og?from=mail': '<meta property="og:url" content="/talk"><video src="/v.mp4"></video>',
    });
    for (const path of ['/talk', '/talk?from=mail', '/og?from=mail']) {
      expect(await web.find(path)).toMatchObject({ foundAt: `${web.origin}/talk` });
    }
    await web.close();
  });

  test.each([
    ['shows another', page('/other.mp4', '/home')],
    ['shows none', '<p>Welcome</p>'],
    ['is not there', undefined],
    ['goes on elsewhere', to('/talk?v=1')],
  ])('does not name it where the page there %s', async (_, home) => {
    const web = await findingOn({
      '/talk?v=1': page('/v.mp4', '/home'),
      ...(home === undefined ? {} : { '/home': home }),
    });
    expect(await web.find('/talk?v=1')).toMatchObject({ foundAt: `${web.origin}/talk?v=1` });
    await web.close();
  });

  test('is not believed on another host', async () => {
    const web = await findingOn({ '/a': page('/v.mp4', 'https://other.example/a') });
    expect(await web.find('/a')).toMatchObject({ foundAt: `${web.origin}/a` });
    await web.close();
  });
});
