import { readPage } from '../../../../../layers/adapters/links/find/read-page.ts';
import { parseHls } from '../../../../../layers/adapters/links/stream/hls.ts';
import { sniff } from '../../../../../layers/adapters/links/web/sniff.ts';

/**
 * Seconds of this process within which each is read. Where the time grows with the square of the
 * length, or doubles with each sign, it is many times as long; else these take milliseconds.
 */
const MOST_SECONDS = 4;

async function secondsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const read = (html: string) =>
  readPage({
    html: Buffer.from(html),
    address: 'https://media.example/talk',
    contentType: 'text/html',
  });
const many = (what: string, characters: number) => what.repeat(characters / what.length);
const MB = 1_000_000;

test.each([
  ['backslashes in a link', `<a href="${many('\\', MB / 5)}">`],
  ['backslashes between quotes', `<script>${many(`"${'\\'.repeat(1990)}a`, MB)}`],
  [
    'spaces before the address of a refresh',
    `<meta http-equiv=refresh content="${many(' ', 3000)}x">`,
  ],
  [
    'media beside a long base',
    `<base href="/${many('x/', MB / 20)}"><script>${many('"a.mp4"', MB / 10)}`,
  ],
  ['different media', `<script>${Array.from({ length: 50_000 }, (_, n) => `"${n}.mp4"`).join()}`],
  ['videos that are not closed', many('<video ', MB)],
  ['scripts that are not closed', many('<script', MB)],
  ['quotes', `<script>${many('"', MB)}`],
  ['comments that are not closed', many('<!--', MB)],
  ['braces', `<script>${many('{', MB)}`],
  [
    'descriptions in descriptions',
    `<script type="application/ld+json">${many('[', MB / 4)}${many(']', MB / 4)}</script>`,
  ],
])('a page of %s is read in time that grows with its length', async (_, html) => {
  expect(await secondsOf(() => read(html))).toBeLessThan(MOST_SECONDS);
});

test('what begins with many comments is told in time that grows with their number', async () => {
  const comments = Buffer.from(many('<!---->', 700));
  expect(await secondsOf(() => sniff(comments, undefined))).toBeLessThan(MOST_SECONDS);
});

test.each([
  ['<!-- a --> \n<!-- b -- > --><!doctype html>', 'page'],
  ['<!-- a --><html>', 'page'],
  ['<?xml version="1.0"?><!-- a --><MPD >', 'dash'],
  ['<!-- a --><MPD>', 'dash'],
  ['<!-- a <html>', 'other'],
  ['<!-- a --> text', 'other'],
])('%s is told by what stands behind its comments', async (text, kind) => {
  expect(await sniff(Buffer.from(text), undefined)).toMatchObject({ kind });
});

test('a playlist whose attributes have no end is read in time that grows with its length', async () => {
  const text = `#EXTM3U\n#EXT-X-STREAM-INF:${many('A', MB / 4)}\nv.m3u8\n`;
  const seconds = await secondsOf(() => parseHls(text, 'https://media.example/m.m3u8'));
  expect(seconds).toBeLessThan(MOST_SECONDS);
});

test('addresses that scripts escape are read as they are meant', () => {
  const { mentioned } = read(String.raw`<script>{"a":"https:\/\/media.example\/a.mp4?x=1\u0026y=2",
    "b":"{\"c\":\"https:\\\/\\\/media.example\\\/b.mp4\"}"}</script>`);
  expect(mentioned).toEqual(['https://media.example/a.mp4?x=1&y=2', 'https://media.example/b.mp4']);
});

test.each([
  ['0; url=/next', 'https://media.example/next'],
  ["  1.5 ,\n URL = '/next'", 'https://media.example/next'],
  ['url=next', 'https://media.example/next'],
  ['5', null],
])('a refresh of %s is followed as browsers do', (content, refresh) => {
  expect(read(`<meta http-equiv="refresh" content="${content}">`).refresh).toBe(refresh);
});

test('an address of thousands of characters is not looked at', () => {
  const { media, title } = read(
    `<title>A talk</title><video src="${many('x', 5000)}"></video><video src="a.mp4"></video>`,
  );
  expect([media, title]).toEqual([['https://media.example/a.mp4'], 'A talk']);
});
