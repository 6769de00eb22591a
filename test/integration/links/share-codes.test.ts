import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { linkFinder } from '../../../layers/adapters/links/find-media.ts';
import { PATIENCE } from '../../../layers/adapters/links/patience.ts';
import type { LinkFinder } from '../../../layers/app/ports/links.ts';
import { site } from '../../support/sites.ts';

/** In plain, so that a site on loopback can answer for it. */
const CODE = 'http://vm.tiktok.com/ZMF6rgvXY';
const VIDEO = 'https://www.tiktok.com/@bella/video/7106594312292453675';

/** What a code leads to, when one site stands for all that is called. */
async function codeLeadingTo(answers: Readonly<Record<string, number | string>>) {
  const asked: string[] = [];
  const web = await site((request, response) => {
    const address = `http://${request.headers.host}${request.url}`;
    asked.push(address);
    const answer = answers[address] ?? 404;
    if (typeof answer === 'number') response.writeHead(answer).end('no');
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
  const followed: string[] = [];
  const downloader: LinkFinder = {
    async find(link) {
      followed.push(link.url);
      throw new Error('the code alone is followed');
    },
  };
  const wayOut = { refusalOf: () => undefined, lane: () => lane };
  const finder = linkFinder(wayOut, downloader, { ...PATIENCE, answerMs: 1000 });
  const link = { url: CODE, canonical: CODE, platform: 'tiktok' } as const;
  const leadsTo = await finder.leadsTo?.(link, new AbortController().signal);
  proxy.close();
  await web.close();
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
