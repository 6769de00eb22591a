import { join } from 'node:path';
import { publicOnly } from '../../../layers/adapters/egress/egress.ts';
import { PieceFetcher } from '../../../layers/adapters/links/stream/fetch-piece.ts';
import type { Piece } from '../../../layers/adapters/links/stream/stream.ts';
import { webOver } from '../../../layers/adapters/links/web/web.ts';
import { httpReceiver } from '../../../layers/adapters/webhooks/call-receiver.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import { fileAt, followingLinks, reasonOf } from '../../support/links.ts';
import { INSIDE_HOSTS, resolveInside } from '../../support/sites/inside-addresses.ts';
import { insideListener, site } from '../../support/sites/sites.ts';

const STAND_IN = 'site.example';

/**
 * A site that passes for a public one, whose pages lead where they are told: everything else is
 * judged as in production, and a listener on every local address hears what was dialled.
 */
async function hostileSite() {
  const inside = await insideListener();
  let playlist = '';
  const web = await site((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://a');
    const to = searchParams.get('to') ?? '';
    // As servers send it: bytes of UTF-8.
    const location = Buffer.from(to).toString('latin1');
    if (pathname === '/redirect') return void response.writeHead(302, { location }).end();
    if (pathname === '/list.m3u8') return void response.end(playlist);
    if (pathname === '/page') return void response.end(`<html><body><video src="${to}"></video>`);
    response.writeHead(404).end();
  });
  const judged = publicOnly({ resolve: resolveInside, ports: [inside.port, web.port] });
  const outside = {
    refusalOf: judged.refusalOf,
    addressesOf: async (host: string) =>
      host === STAND_IN ? [{ address: '127.0.0.1', family: 4 }] : judged.addressesOf(host),
  };
  const links = await followingLinks({ outside });
  const origin = `http://${STAND_IN}:${web.port}`;
  return {
    links,
    outside,
    inside,
    at: (path: string, to = '') => `${origin}/${path}?to=${encodeURIComponent(to)}`,
    targets: INSIDE_HOSTS.map((host) => `http://${host}:${inside.port}/v.ts`),
    serve: (text: string) => {
      playlist = text;
    },
    async close() {
      await Promise.all([links.close(), web.close(), inside.close()]);
    },
  };
}

test('there are more than a hundred spellings, each another', () => {
  expect(new Set(INSIDE_HOSTS).size).toBe(INSIDE_HOSTS.length);
  expect(INSIDE_HOSTS.length).toBeGreaterThan(100);
});

test('the listener would hear a connection to it', async () => {
  const inside = await insideListener();
  const links = await followingLinks();
  for (const host of ['127.0.0.1', '2130706433', '[::1]']) {
    const before = inside.connections();
    await links.find(`http://${host}:${inside.port}/`).catch(() => {});
    expect([host, inside.connections() > before]).toEqual([host, true]);
  }
  await Promise.all([links.close(), inside.close()]);
});

test('no spelling of an inside address is dialled as the address of media', async () => {
  const { links, inside, targets, close } = await hostileSite();
  for (const target of targets) {
    expect([target, await reasonOf(links.find(target))]).toEqual([target, 'unavailable']);
    expect(await reasonOf(links.fetch(fileAt(target)))).toBe('unavailable');
  }
  expect(inside.connections()).toBe(0);
  await close();
});

test('no page and no redirect leads inside', async () => {
  const { links, inside, at, targets, close } = await hostileSite();
  for (const target of targets) {
    expect(await reasonOf(links.find(at('redirect', target)))).toBe('unavailable');
    expect(await reasonOf(links.find(at('page', target)))).toMatch(/no_video|empty/);
  }
  expect(inside.connections()).toBe(0);
  await close();
});

test('no segment, key or further playlist leads inside, nor a protocol that dials by itself', async () => {
  const { links, inside, at, targets, serve, close } = await hostileSite();
  const { port } = inside;
  const others = ['httpproxy', 'tcp', 'tls', 'https', 'ftp', 'crypto+httpproxy', 'rtmp', 'udp'];
  const all = [
    ...targets,
    ...others.map((scheme) => `${scheme}://127.0.0.1:${port}/a.ts`),
    'file:///etc/passwd',
    'data:text/plain,hello',
    'concat:/etc/passwd|/etc/hosts',
    ...targets.slice(0, 12).map((target) => at('redirect', target)),
  ];
  const head = '#EXTM3U\n#EXT-X-TARGETDURATION:1\n';
  const playlists = [
    `${head + all.map((target) => `#EXTINF:1,\n${target}\n`).join('')}#EXT-X-ENDLIST\n`,
    head +
      all
        .map((target, n) => `#EXT-X-KEY:METHOD=AES-128,URI="${target}"\n#EXTINF:1,\n${n}.ts\n`)
        .join('') +
      '#EXT-X-ENDLIST\n',
    ...targets
      .slice(0, 12)
      .map(
        (target) => `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${target.replace('.ts', '.m3u8')}\n`,
      ),
  ];
  for (const text of playlists) {
    serve(text);
    const place = { kind: 'stream', address: at('list.m3u8') } as const;
    const fetched = links.fetch({ ...fileAt(''), place }).catch((error: unknown) => error);
    expect(await fetched).toBeInstanceOf(DomainError);
  }
  expect(inside.connections()).toBe(0);
  await close();
});

test('no piece of a stream that we fetch ourselves lies inside, nor its key, nor what is before it', async () => {
  const { links, outside, inside, targets, at, serve, close } = await hostileSite();
  const lane = links.proxy.lane();
  const once = { pausesMs: [], least: { bytes: 1, everyMs: 20_000 }, longestWaitMs: 0 };
  const { signal } = new AbortController();
  const path = join(links.folder, 'piece');
  // The second as if the first look had overlooked it: the proxy judges by itself.
  for (const refusalOf of [outside.refusalOf, () => undefined]) {
    const web = webOver(lane, refusalOf);
    const pieces = new PieceFetcher(web, once);
    serve('#EXTM3U');
    for (const target of [...targets, at('redirect', targets[0])]) {
      const key = { address: target, iv: Buffer.alloc(16) };
      const wanted: Piece[] = [{ address: target }, { address: at('list.m3u8'), key }];
      for (const piece of wanted) {
        expect(await reasonOf(pieces.into(path, piece, signal))).toBe('unavailable');
      }
    }
    web.close();
  }
  lane.close();
  const [target = ''] = targets;
  const lines = (head: string) => `${head}\n${'#EXTINF:1,\na.ts\n'.repeat(30)}#EXT-X-ENDLIST\n`;
  for (const head of [
    `#EXTM3U\n#EXT-X-MAP:URI="${target}"`,
    `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${target}"`,
    `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${target}`,
  ]) {
    serve(lines(head));
    const opened = await links.open(at('list.m3u8')).catch(() => undefined);
    if (opened) {
      expect(await reasonOf(opened.open(undefined, signal))).toBe('unavailable');
      opened.close();
    }
  }
  expect(inside.connections()).toBe(0);
  await close();
});

test('no webhook is delivered inside', async () => {
  const { links, outside, inside, targets, at, close } = await hostileSite();
  const proxy = links.proxy.lane().url;
  const callers = [
    httpReceiver({ ...outside, proxy }),
    // As if the first look had overlooked it: the proxy judges by itself.
    httpReceiver({ refusalOf: () => undefined, proxy }),
  ];
  const secret = `whsec_${Buffer.alloc(24).toString('base64')}`;
  for (const call of callers) {
    for (const url of [...targets, at('redirect', targets[0])]) {
      const answer = await call({
        id: 'msg_1',
        url,
        body: '{}',
        secrets: [secret],
        at: new Date(),
      });
      expect(answer.status === null || answer.status === 302).toBe(true);
    }
  }
  expect(inside.connections()).toBe(0);
  await close();
});

test('a folder is no place outside of which a playlist reads', async () => {
  const { links, inside, at, serve, close } = await hostileSite();
  serve(`#EXTM3U\n#EXTINF:1,\nfile://${join(process.cwd(), 'package.json')}\n#EXT-X-ENDLIST\n`);
  const place = { kind: 'stream', address: at('list.m3u8') } as const;
  expect(await reasonOf(links.fetch({ ...fileAt(''), place }))).toBe('unavailable');
  expect(inside.connections()).toBe(0);
  await close();
});
