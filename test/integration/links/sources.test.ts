import { readFile } from 'node:fs/promises';
import type { DomainError } from '../../../layers/domain/errors.ts';
import { fileAt, reasonOf } from '../../support/links.ts';
import {
  type Answering,
  breaking,
  fetching,
  MB,
  MEDIA,
  partFrom,
  whole,
} from '../../support/sites/fetching.ts';

test('a connection that breaks is taken up where it broke', async () => {
  const source = await fetching(breaking(2 * MB, () => 'same'));
  const { path } = await source.fetch(fileAt(source.origin));
  expect((await readFile(path)).equals(MEDIA)).toBe(true);
  expect(source.asked()).toBeGreaterThan(2);
  expect(source.progress.at(-1)).toMatchObject({ bytes: MEDIA.length, of: MEDIA.length });
  await source.close();
});

test.each<[string, (version: string) => Readonly<Record<string, string>>]>([
  ['tag', (version) => ({ etag: `"${version}"` })],
  ['date', (version) => ({ 'last-modified': version })],
])(
  'a file that gets another %s on the way is fetched anew, also from a site that sends its rest',
  async (_, named) => {
    const other = Buffer.from(MEDIA.map((byte, at) => (at < MEDIA.length / 2 ? byte : byte ^ 255)));
    const source = await fetching((request, response, asked) => {
      const from = partFrom(request);
      const now = asked === 1 ? MEDIA : other;
      // `If-Range` is not looked at: RFC 9110 lets a server do so.
      response.writeHead(from > 0 ? 206 : 200, {
        ...named(asked === 1 ? 'one' : 'two'),
        'content-length': now.length - from,
        ...(from > 0 && { 'content-range': `bytes ${from}-${now.length - 1}/${now.length}` }),
      });
      if (asked > 1) return void response.end(now.subarray(from));
      response.write(now.subarray(0, 4 * MB), () => response.destroy());
    });
    const { path } = await source.fetch(fileAt(source.origin));
    expect((await readFile(path)).equals(other)).toBe(true);
    expect(source.asked()).toBe(3);
    await source.close();
  },
);

test.each<[string, Answering]>([
  ['changes at every part', breaking(1 * MB, (asked) => `${asked}`)],
  [
    'is shorter than it says',
    (request, response) => {
      const from = partFrom(request);
      if (from >= 1000) return void response.writeHead(416).end();
      response.writeHead(200, { 'content-length': 5000, etag: '"1"' });
      response.write(MEDIA.subarray(0, 1000), () => response.destroy());
    },
  ],
  [
    'changes its length on the way',
    (request, response, asked) => {
      const from = partFrom(request);
      response.writeHead(from > 0 ? 206 : 200, {
        etag: '"1"',
        'content-length': 5000 * asked - from,
        ...(from > 0 && { 'content-range': `bytes ${from}-${5000 * asked - 1}/${5000 * asked}` }),
      });
      response.write(MEDIA.subarray(from, from + 1000), () => response.destroy());
    },
  ],
  [
    'answers another part than was asked for',
    (request, response) => {
      const from = partFrom(request);
      response.writeHead(from > 0 ? 206 : 200, {
        etag: '"1"',
        'content-length': 5000,
        ...(from > 0 && { 'content-range': 'bytes 7-4999/5000' }),
      });
      response.write(MEDIA.subarray(0, 1000), () => response.destroy());
    },
  ],
  [
    'begins anywhere but at its beginning',
    (request, response) => {
      const from = partFrom(request) || 1000;
      const range = `bytes ${from}-${MEDIA.length - 1}/${MEDIA.length}`;
      response.writeHead(206, { etag: '"1"', 'content-range': range }).end(MEDIA.subarray(from));
    },
  ],
  [
    'has another date at every part',
    (_, response, asked) => {
      const last = new Date(asked * 1e6).toUTCString();
      response.writeHead(200, { 'last-modified': last, 'content-length': 5000 });
      response.write(MEDIA.subarray(0, 1000), () => response.destroy());
    },
  ],
  [
    'never ends',
    (_, response) => {
      const more = () => response.writable && response.write(MEDIA, more);
      more();
    },
  ],
  [
    'drips',
    (_, response) => {
      const more = () => response.writable && response.write('x') && setTimeout(more, 50);
      more();
    },
  ],
  ['redirects to itself', (_, response) => response.writeHead(302, { location: '/' }).end()],
  ['hangs up', (_, response) => response.destroy()],
  ['holds nothing', (_, response) => response.writeHead(200).end()],
])('a source that %s is given up', async (_, answer) => {
  const source = await fetching(answer, { pace: { bytes: 1000, everyMs: 1500 } });
  const before = process.memoryUsage().rss;
  const reason = await reasonOf(source.fetch(fileAt(source.origin), 64 * MB));
  expect(['unavailable', 'empty']).toContain(reason);
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * MB);
  await source.close();
});

test('a direct address is told by its bytes, with the name that the server gives', async () => {
  const source = await fetching((request, response) => {
    const ranged = request.headers.range !== undefined;
    response.writeHead(ranged ? 206 : 200, {
      'content-type': 'text/plain',
      'content-disposition': "attachment; filename=x.mp4; filename*=UTF-8''%C3%9Cbung%201.mp4",
      ...(ranged && { 'content-range': `bytes 0-16383/${MEDIA.length}` }),
    });
    response.end(MEDIA.subarray(0, 16_384));
  });
  expect(await source.find(`${source.origin}/page.html`)).toMatchObject({
    title: 'Übung 1',
    place: { kind: 'file', bytes: MEDIA.length, ranges: true },
  });
  await source.close();
});

test('names and addresses in headers are read as UTF-8 where they are that', async () => {
  const inUtf8 = (text: string) => Buffer.from(text).toString('latin1');
  const source = await fetching((request, response, asked) => {
    const named = asked > 2 ? 'attachment; filename="caf\u00e9.mp4"' : undefined;
    if (request.url === '/') response.writeHead(302, { location: inUtf8('/Übung ☃.mp4') }).end();
    else if (request.url !== encodeURI('/Übung ☃.mp4')) response.writeHead(404).end();
    else {
      response.setHeader('content-disposition', named ?? inUtf8('inline; filename="Tōkyō ☃.mp4"'));
      // Not by `end` alone: beside a length, Node writes this header in another way.
      response.write(MEDIA.subarray(0, 16_384));
      response.end();
    }
  });
  expect(await source.find(source.origin)).toMatchObject({ title: 'Tōkyō ☃' });
  expect(await source.find(source.origin)).toMatchObject({ title: 'café' });
  await source.close();
});

test('camera raw behind a link is refused by name, with the export to make', async () => {
  const source = await fetching((_, response) => {
    response.setHeader('content-type', 'video/quicktime');
    response.end(MEDIA.subarray(0, 16_384));
  });
  await expect(source.find(`${source.origin}/A001_C002.braw`)).rejects.toMatchObject({
    type: 'no_video_stream',
    message: expect.stringContaining('Blackmagic RAW'),
    detail: { alternative: expect.stringContaining('DaVinci Resolve') },
  });
  await source.close();
});

test.each([
  [401, 'auth'],
  [404, 'unavailable'],
  [410, 'unavailable'],
  [429, 'ratelimit'],
  [451, 'geo'],
  [500, 'unknown'],
])('status %d is the reason %s', async (status, reason) => {
  const source = await fetching((_, response) => response.writeHead(status).end('no'));
  expect(await reasonOf(source.find(source.origin))).toBe(reason);
  await source.close();
});

test.each([401, 403, 404, 410])(
  'a link that works once, and answers %d then, is told as that and as no sign-in',
  async (status) => {
    const source = await fetching((request, response, asked) =>
      asked === 1
        ? whole(request, response, asked)
        : void response.writeHead(status, { 'content-type': 'text/html' }).end('no'),
    );
    const found = await source.find(source.origin);
    await expect(source.fetch(found)).rejects.toMatchObject({
      message: expect.stringContaining('works only once'),
      detail: { reason: 'unavailable' },
    });
    await source.close();
  },
);

test('a link that works once, and shows a page then, is told as that and as no damaged file', async () => {
  const source = await fetching((request, response, asked) =>
    asked === 1
      ? whole(request, response, asked)
      : void response.end('<!doctype html><title>Expired</title><p>This link was used.</p>'),
  );
  const found = await source.find(source.origin);
  await expect(source.fetch(found)).rejects.toMatchObject({
    message: expect.stringContaining('works only once'),
    detail: { reason: 'unavailable' },
  });
  await source.close();
});

test('a link that redirects to a new address each time is followed anew where the last one ran out', async () => {
  const part = breaking(4 * MB, () => 'same');
  const used = new Set<string>();
  const source = await fetching((request, response, asked) => {
    const path = request.url ?? '';
    if (path === '/film') return void response.writeHead(302, { location: `/${asked}` }).end();
    if (used.has(path)) return void response.writeHead(403).end();
    used.add(path);
    part(request, response, asked);
  });
  const found = await source.find(`${source.origin}/film`);
  const { path } = await source.fetch(found);
  expect((await readFile(path)).equals(MEDIA)).toBe(true);
  // One to look, one that broke, one to go on.
  expect(used.size).toBe(3);
  await source.close();
});

test.each<[string, Answering]>([
  ['200 and nothing', (_, response) => response.writeHead(200, { 'content-type': 'video/mp4' })],
  ['no such range', (_, response) => response.writeHead(416, { 'content-range': 'bytes */0' })],
])('a file without a byte, answered as %s, is told as an empty file', async (_, head) => {
  const source = await fetching((request, response, asked) => {
    head(request, response, asked);
    response.end();
  });
  await expect(source.find(source.origin)).rejects.toMatchObject({
    message: expect.stringContaining('The file at the link is empty'),
    detail: { reason: 'empty' },
  });
  await source.close();
});

test.each([
  ['seconds', () => '40', 40],
  ['a date', () => new Date(Date.now() + 40_000).toUTCString(), 40],
  ['a date that is over', () => 'Wed, 21 Oct 2015 07:28:00 GMT', undefined],
  ['nonsense', () => 'soon', undefined],
])('the pause that a site asks for is told, as %s', async (_, retryAfter, told) => {
  const source = await fetching((_, response) =>
    response.writeHead(429, { 'retry-after': retryAfter() }).end(),
  );
  const thrown = await source.find(source.origin).catch((error: DomainError) => error);
  const { retryAfterSeconds: seconds } = (thrown as DomainError).detail;
  expect(seconds && Math.abs(seconds - (told ?? 0)) < 10).toBe(told && true);
  await source.close();
});
