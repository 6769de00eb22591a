import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { fileAt, reasonOf } from '../../support/links.ts';
import { breaking, fetching, MB, MEDIA, whole } from '../../support/sites/fetching.ts';

test.each([500, 502, 503, 504])(
  'a site that says %d for a moment is asked again',
  async (status) => {
    const source = await fetching((request, response, asked) =>
      asked < 3 ? response.writeHead(status).end('no') : whole(request, response, asked),
    );
    expect((await source.find(source.origin)).place).toMatchObject({ bytes: MEDIA.length });
    await source.close();
  },
);

test('a site that goes on answering 500 is told as that', async () => {
  const source = await fetching((_, response) => response.writeHead(500).end('no'));
  await expect(source.find(source.origin)).rejects.toThrow('The site of the link answered 500.');
  await source.close();
});

test('a file that stops short each time is not told as one that changed', async () => {
  const source = await fetching((_, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': MEDIA.length });
    response.write(MEDIA.subarray(0, MB), () => response.destroy());
  });
  await expect(source.fetch(fileAt(source.origin))).rejects.toThrow(
    'stopped sending before the end of the file each time',
  );
  await source.close();
});

test('a site that breaks off before it answers is asked again', async () => {
  const source = await fetching((request, response, asked) =>
    asked < 3 ? response.destroy() : whole(request, response, asked),
  );
  expect((await source.find(source.origin)).place).toMatchObject({ bytes: MEDIA.length });
  await source.close();
});

test('one that always breaks off is told as that', async () => {
  const source = await fetching((_, response) => response.destroy());
  await expect(source.find(source.origin)).rejects.toThrow('broke off its answer');
  expect(source.asked()).toBe(3);
  await source.close();
});

const LADDER = {
  '/v.m3u8':
    '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n/one.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=9\n/two.m3u8\n',
  '/two.m3u8': `#EXTM3U\n${'#EXTINF:1,\na.ts\n'.repeat(9)}#EXT-X-ENDLIST\n`,
} as const;

/** Sends all of a playlist, or half of it and no more. */
const playlist = (
  path: keyof typeof LADDER,
  response: ServerResponse,
  { half } = { half: false },
) => {
  const text = LADDER[path];
  response.writeHead(200, {
    'content-type': 'application/vnd.apple.mpegurl',
    'content-length': text.length,
  });
  if (half) response.write(text.slice(0, text.length / 2), () => response.destroy());
  else response.end(text);
};

test.each(['/v.m3u8', '/two.m3u8'] as const)(
  'of a stream whose %s breaks off, nothing is left out',
  async (breaks) => {
    let broken = 0;
    const source = await fetching(({ url }, response) => {
      const path = url === '/v.m3u8' ? url : '/two.m3u8';
      playlist(path, response, { half: path === breaks && ++broken < 3 });
    });
    const { place } = await source.find(`${source.origin}/v.m3u8`);
    expect(place).toEqual({ kind: 'stream', address: `${source.origin}/two.m3u8` });
    await source.close();
  },
);

test('a playlist that always breaks off is not taken for a live stream, nor for one that is too long', async () => {
  const source = await fetching((_, response) => playlist('/two.m3u8', response, { half: true }));
  await expect(source.find(`${source.origin}/two.m3u8`)).rejects.toThrow('broke off its answer');
  await source.close();
});

test.each([429, 503])('a playlist that answers %d is not told as missing', async (status) => {
  const source = await fetching(({ url }, response) =>
    url === '/v.m3u8'
      ? playlist(url, response)
      : response.writeHead(status, { 'retry-after': '60' }).end('no'),
  );
  await expect(source.find(`${source.origin}/v.m3u8`)).rejects.toMatchObject({
    message: expect.not.stringContaining('is not there'),
    detail: { retryAfterSeconds: 60 },
  });
  await source.close();
});

test.each([
  [503, { 'retry-after': '60' }],
  [429, {}],
])('one that says %d with %j is left alone', async (status, headers) => {
  const source = await fetching((_, response) => response.writeHead(status, headers).end('no'));
  await reasonOf(source.find(source.origin));
  expect(source.asked()).toBe(1);
  await source.close();
});

test('a fetch that broke off goes on where the site was busy for a moment', async () => {
  const part = breaking(4 * MB, () => 'same');
  const source = await fetching((request, response, asked) =>
    asked === 2 ? response.writeHead(503).end('no') : part(request, response, asked),
  );
  const { path } = await source.fetch(fileAt(source.origin));
  expect((await readFile(path)).equals(MEDIA)).toBe(true);
  expect(source.asked()).toBe(3);
  await source.close();
});
