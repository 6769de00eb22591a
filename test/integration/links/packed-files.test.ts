import { readFile } from 'node:fs/promises';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { fileAt } from '../../support/links.ts';
import { fetching, MB, MEDIA } from '../../support/sites/fetching.ts';

/** Whatever is packed as it is asked for is packed no better: the best takes twenty times as long. */
const BROTLI_AS_SITES_DO = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', (bytes: Buffer) => brotliCompressSync(bytes, BROTLI_AS_SITES_DO)],
  ['zstd', zstdCompressSync],
])(
  'a file that its site packs, asked or not, arrives as it was before: %s',
  async (packing, pack) => {
    const packed = pack(MEDIA);
    const source = await fetching((_, response, asked) => {
      const head = { 'content-encoding': packing, 'content-length': packed.length, etag: '"a"' };
      response.writeHead(200, head);
      if (asked > 2) return void response.end(packed);
      response.write(packed.subarray(0, MB), () => response.destroy());
    });
    const found = await source.find(source.origin);
    expect(found.place).toMatchObject({ kind: 'file', bytes: null, ranges: false });
    const { path } = await source.fetch(found);
    expect((await readFile(path)).equals(MEDIA)).toBe(true);
    await source.close();
  },
);

test.each(['constructor', '__proto__', 'identity'])(
  'a file under a packing that is none arrives as it came: %s',
  async (packing) => {
    const source = await fetching((_, response) => {
      response.writeHead(200, { 'content-encoding': packing, 'content-length': MEDIA.length });
      response.end(MEDIA);
    });
    const { path } = await source.fetch(await source.find(source.origin));
    expect((await readFile(path)).equals(MEDIA)).toBe(true);
    await source.close();
  },
);

test('a file that unpacks to hundreds of times what came is refused, however much may be fetched', async () => {
  // Stands for any length: what a site packs out of nothing costs it a thousandth.
  const packed = gzipSync(Buffer.concat([MEDIA.subarray(0, 1000), Buffer.alloc(80 * MB)]));
  const source = await fetching((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(packed);
  });
  await expect(source.fetch(fileAt(source.origin))).rejects.toMatchObject({
    type: 'source_unavailable',
    message: expect.stringContaining('more than 200 times'),
  });
  expect(source.asked()).toBe(1);
  await source.close();
});

test('a file that its site packs well is no bomb', async () => {
  // A still picture without compression, say: it packs to a hundredth.
  const still = Buffer.concat(Array.from({ length: 2000 }, () => MEDIA.subarray(0, 16_000)));
  const packed = gzipSync(still);
  expect(still.length / packed.length).toBeGreaterThan(50);
  const source = await fetching((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(packed);
  });
  const { path } = await source.fetch(fileAt(source.origin));
  expect((await readFile(path)).equals(still)).toBe(true);
  await source.close();
});
