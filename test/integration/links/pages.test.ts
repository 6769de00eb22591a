import { readPage } from '../../../layers/adapters/links/find/read-page.ts';
import type { LinkFinder } from '../../../layers/app/ports/links/links.ts';
import { sourceUnavailable } from '../../../layers/domain/links/source-errors.ts';
import { fileAt, followingLinks, reasonOf } from '../../support/links.ts';
import { site } from '../../support/sites/sites.ts';

const MEDIA = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');
const page = (html: string, contentType = 'text/html') =>
  readPage({ html: Buffer.from(html), address: 'http://a.example/b/c', contentType });

test('a page is read for its video, the likeliest address first', () => {
  const facts = page(`<!doctype html><html lang="de"><head><base href="/media/">
    <title>Other</title><meta property="og:title" content="A &amp; B">
    <meta property="og:video:secure_url" content="https://cdn.example/og.mp4">
    <meta name="twitter:player:stream" content="tw.mp4">
    <script type="application/ld+json">{"@graph":[{"@type":["Thing","VideoObject"],"contentUrl":"ld.mp4"}]}</script>
    </head><body><video autoplay muted loop src="decoration.mp4"></video>
    <video><source src="v.webm"><source src="javascript:alert(1)">
    <track kind="captions" src="c.vtt" srclang="de"><track kind="chapters" src="x.vtt"></video>
    <iframe src="//www.youtube.com/embed/dQw4w9WgXcQ"></iframe></body>`);
  expect(facts).toMatchObject({ title: 'A & B', language: 'de' });
  expect(facts.media).toEqual([
    'http://a.example/media/ld.mp4',
    'https://cdn.example/og.mp4',
    'http://a.example/media/tw.mp4',
    'http://a.example/media/v.webm',
    'http://a.example/media/decoration.mp4',
  ]);
  expect(facts.players).toContain('http://www.youtube.com/embed/dQw4w9WgXcQ');
  expect(facts.captions).toEqual([
    { language: 'de', format: 'vtt', address: 'http://a.example/media/c.vtt' },
  ]);
});

test('a page is read in its own charset', () => {
  const title = (html: Buffer) =>
    readPage({ html, address: 'http://a/', contentType: 'text/html' }).title;
  expect(title(Buffer.from('<meta charset="iso-8859-1"><title>\xdcbung</title>', 'latin1'))).toBe(
    'Übung',
  );
  expect(title(Buffer.from('<title>\xdcbung</title>', 'latin1'))).toBe('Übung');
  expect(title(Buffer.from('<title>Übung</title>'))).toBe('Übung');
});

test.each([
  ['nested without end', '<div>'.repeat(900_000)],
  ['many pictures', '<img src=x>'.repeat(400_000)],
  ['many brackets', '<'.repeat(5_000_000)],
  ['many quotes', `<script>${'"a.mp4?'.repeat(800_000)}</script>`],
  ['deep JSON-LD', `<script type="application/ld+json">${'['.repeat(2_000_000)}</script>`],
])('hostile markup is read in bounded time: %s', (_, html) => {
  expect(page(html).media).toEqual([]);
});

async function findingOn(html: string, downloader?: LinkFinder) {
  const web = await site((request, response) => {
    if (request.url === '/v' || request.url === '/v.mp4') return void response.end(MEDIA);
    if (request.url === '/frame') {
      response.writeHead(200, { 'content-type': 'text/html' });
      return void response.end('<title>Player</title><video src="/v"></video>');
    }
    if (request.url === '/oembed') {
      return void response.end(JSON.stringify({ title: 'Told', html: '<video src="/v"></video>' }));
    }
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  const links = await followingLinks(downloader ? { downloader } : {});
  const found = links.find(`${web.origin}/`);
  const reason = await reasonOf(found);
  const media = reason === undefined ? await found : undefined;
  await Promise.all([links.close(), web.close()]);
  return { reason, media, origin: web.origin };
}

test('media that a page names is found, past addresses that lead to none', async () => {
  const html = '<title>T</title><meta property="og:video" content="/no"><video src="/v"></video>';
  const { media, origin } = await findingOn(html);
  expect(media).toMatchObject({ title: 'T', place: { kind: 'file', address: `${origin}/v` } });
});

test('of several videos on a page the first is read, and that is said', async () => {
  const notesOf = async (html: string) => (await findingOn(`<p>text</p>${html}`)).media?.notes;
  expect(await notesOf('<video src="/v"></video><video src="/v.mp4"></video>')).toEqual([
    'The page shows 2 videos; only the first that could be had was read.',
  ]);
  const forms = '<video><source src="/v"><source src="/v.mp4"></video>';
  const decoration = '<video autoplay muted loop src="/v.mp4"></video>';
  expect(await notesOf(`${forms}${forms}${decoration}`)).toEqual([]);
});

test('an oEmbed description gives title and video', async () => {
  const html = '<p>text</p><link type="application/json+oembed" href="/oembed">';
  const { media, origin } = await findingOn(html);
  expect(media).toMatchObject({ title: 'Told', place: { address: `${origin}/v` } });
});

test('a player in a frame of the page is looked into', async () => {
  const { media, origin } = await findingOn('<title>T</title><iframe src="/frame"></iframe>');
  expect(media).toMatchObject({ title: 'T', place: { kind: 'file', address: `${origin}/v` } });
});

test.each([
  '<iframe data-src="/frame"></iframe>',
  '<iframe src="about:blank" data-lazy-src="/frame"></iframe>',
  '<video data-src="/v"></video>',
  '<video><source data-src="/v"></video>',
])('what a page loads late is found as well: %s', async (html) => {
  const { media, origin } = await findingOn(`<p>text</p>${html}`);
  expect(media?.place).toMatchObject({ kind: 'file', address: `${origin}/v` });
});

test.each([
  [
    "<script>play({src: 'http:\\/\\/a.example\\/x.m3u8?a=1\\u0026b=2'})</script>",
    'http://a.example/x.m3u8?a=1&b=2',
  ],
  ['<script>{"promo":"/p.mp4","main":"s.mpd"}</script>', 'http://a.example/b/s.mpd'],
  ['<a href="film.mp4">Download</a> <a href="/about">About</a>', 'http://a.example/b/film.mp4'],
  ['<a href="1.mp4">One</a> <a href="2.mp4">Two</a>', undefined],
  ['<script>track("/mp4"); f("a.mp4.js")</script>', undefined],
])('media that a page only mentions: %s', (html, first) => {
  expect(page(html).mentioned[0]).toBe(first);
});

test('media that a page only mentions is taken with a note, when it shows none', async () => {
  const { media, origin } = await findingOn('<p>text</p><a href="/v.mp4">the film</a>');
  expect(media?.place).toMatchObject({ kind: 'file', address: `${origin}/v.mp4` });
  expect(media?.notes).toHaveLength(1);
  const player = await findingOn('<html><script>play({"src":"\\/v.mp4"})</script></html>');
  expect(player.media?.place).toMatchObject({ address: `${player.origin}/v.mp4` });
  const behind = await findingOn('<input type="password"><a href="/v.mp4">promo</a>');
  expect(behind.reason).toBe('auth');
});

test('an embedded player of a platform is handed to the downloader', async () => {
  const asked: string[] = [];
  const downloader: LinkFinder = {
    async find({ canonical, platform }) {
      asked.push(platform);
      return fileAt(canonical);
    },
  };
  await findingOn('<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>', downloader);
  expect(asked).toEqual(['youtube']);
});

test.each([
  ['<p>Some text</p>', 'no_video'],
  ['<p>Some text</p><img src="a.png">', 'no_video'],
  ['<html><body></body></html>', 'empty'],
  ['<form><label>Password <input type="password"></label></form>', 'auth'],
  ['<title>Just a moment...</title><p>Checking</p>', 'bot'],
])('a page without a video says why: %s', async (html, reason) => {
  expect((await findingOn(html)).reason).toBe(reason);
});

test.each([
  ['bot', 'bot'],
  ['unknown', 'no_video'],
] as const)(
  'of two reasons the clearer counts: the downloader says %s, told is %s',
  async (says, told) => {
    const downloader: LinkFinder = {
      find: async () => {
        throw sourceUnavailable(says);
      },
    };
    expect((await findingOn('<p>Some text</p>', downloader)).reason).toBe(told);
  },
);
