import { egress } from '../../layers/adapters/egress/egress.ts';
import { startProxy } from '../../layers/adapters/egress/proxy.ts';
import { rangedSource } from '../../layers/adapters/links/in-place/ranged-source.ts';
import { serveOnLoopback } from '../../layers/adapters/loopback/serve-bytes.ts';
import { site } from '../support/sites/sites.ts';

const BYTES = Buffer.alloc(3_000_000, 'abcdefg');

/** A file on a site that keeps count, and the parts of it that are served from here. */
async function served() {
  const remote = { etag: '"one"', asked: [] as string[], busy: 0, comparesTags: true };
  const web = await site((request, response) => {
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const is = request.headers['if-range'];
    remote.asked.push(`${from}-${to}`);
    if (remote.busy-- > 0) return void response.writeHead(503).end();
    if (remote.comparesTags && is !== undefined && is !== remote.etag) {
      response.writeHead(200, { 'content-length': BYTES.length }).end(BYTES);
      return;
    }
    const part = BYTES.subarray(Number(from), Number(to) + 1);
    const range = `bytes ${from}-${to}/${BYTES.length}`;
    response.writeHead(206, { 'content-range': range, etag: remote.etag }).end(part);
  });
  const proxy = await startProxy(egress('1'));
  const out = { refusalOf: egress('1').refusalOf, lane: proxy.lane };
  const file = { address: `${web.origin}/a.mp4`, bytes: BYTES.length };
  const parts = await rangedSource(out, serveOnLoopback, file);
  const opened = await parts.open(undefined, new AbortController().signal);
  const read = async (range: string) => {
    const response = await fetch(opened.input, { headers: { range } });
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const close = async () => {
    parts.close();
    await proxy.close();
    await web.close();
  };
  return { remote, parts, opened, read, close };
}

test('the bytes of any range are those of the file, and none is fetched twice', async () => {
  const { remote, parts, read, close } = await served();
  for (const [from, to] of [
    [0, 99],
    [262_100, 262_200],
    [1_000_000, 2_000_000],
    [2_999_990, 2_999_999],
  ] as const) {
    const { status, bytes } = await read(`bytes=${from}-${to}`);
    expect([status, bytes.equals(BYTES.subarray(from, to + 1))]).toEqual([206, true]);
  }
  const asked = remote.asked.length;
  expect((await read('bytes=1200000-1300000')).bytes).toEqual(BYTES.subarray(1_200_000, 1_300_001));
  expect(remote.asked.length).toBe(asked);
  expect(parts.bytes()).toBeLessThan(2_500_000);
  expect((await read('bytes=0-')).bytes.equals(BYTES)).toBe(true);
  expect(parts.bytes()).toBeLessThan(BYTES.length + 20_000);
  await close();
});

test.each([
  ['sends all of it then', true],
  ['sends the part of it all the same', false],
])('a file that changes is not read on from a site that %s', async (_, comparesTags) => {
  const { remote, opened, read, close } = await served();
  remote.comparesTags = comparesTags;
  await read('bytes=0-99');
  opened.assertWhole();
  remote.etag = '"two"';
  await expect(read('bytes=2000000-2000099')).rejects.toThrow();
  expect(opened.signal.reason).toMatchObject({ type: 'source_unavailable' });
  expect(() => opened.assertWhole()).toThrow('changed');
  await close();
});

test('a part that a busy site does not send is asked for again', async () => {
  const { remote, read, close } = await served();
  remote.busy = 2;
  expect((await read('bytes=0-99')).bytes).toEqual(BYTES.subarray(0, 100));
  expect(remote.asked).toHaveLength(3);
  await close();
});

test('whoever does not know the address, or asks past the end, has nothing', async () => {
  const { opened, read, close } = await served();
  const { origin } = new URL(opened.input);
  expect((await fetch(`${origin}/`)).status).toBe(404);
  expect((await read('bytes=3000000-')).status).toBe(416);
  await close();
});
