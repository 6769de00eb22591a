import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { ProxyAgent, request } from 'undici';
import { egress, publicOnly } from '../../layers/adapters/egress/egress.ts';
import { startProxy } from '../../layers/adapters/egress/proxy.ts';
import { upstreamAt } from '../../layers/adapters/egress/upstream.ts';
import { insideListener, site } from '../support/sites/sites.ts';

/** A proxy of somebody else: CONNECT alone, for one user. */
async function foreignProxy(password: string) {
  const led: string[] = [];
  const server = createServer();
  server.on('connect', (asked, client: Socket) => {
    const known = `Basic ${Buffer.from(`operator:${password}`).toString('base64')}`;
    if (asked.headers['proxy-authorization'] !== known) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    led.push(asked.url ?? '');
    const [host = '', port] = (asked.url ?? '').split(':');
    const target = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection established\r\nVia: 1.1 foreign\r\n\r\n');
      pipeline(client, target, client, () => undefined);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    led,
    address: (as: string) => `http://operator:${as}@127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

let foreign: Awaited<ReturnType<typeof foreignProxy>>;
let target: Awaited<ReturnType<typeof site>>;
beforeAll(async () => {
  foreign = await foreignProxy('pass/word');
  target = await site((_, response) => response.end('hello'));
});
afterAll(async () => {
  foreign.close();
  await target.close();
});
beforeEach(() => foreign.led.splice(0));

/** What is answered to a call that goes out by the proxy of ours, with another one behind it. */
async function called(address: string, upstream: ReturnType<typeof upstreamAt>, out = egress('1')) {
  const proxy = await startProxy(out, upstream);
  const lane = proxy.lane();
  const dispatcher = new ProxyAgent({ uri: lane.url, proxyTunnel: true });
  try {
    const { statusCode, body } = await request(address, { dispatcher });
    return { status: statusCode, text: await body.text(), refusal: lane.refusal() };
  } catch (error) {
    return { status: 0, text: String(error), refusal: lane.refusal() };
  } finally {
    await dispatcher.close();
    await proxy.close();
  }
}

test('a link goes out through the proxy that is named, to an address that was checked here', async () => {
  const upstream = upstreamAt(foreign.address('pass%2Fword'), '');
  const named = `http://localhost:${target.port}/`;
  expect(await called(named, upstream)).toMatchObject({ status: 200, text: 'hello' });
  expect(foreign.led).toEqual([
    expect.stringMatching(new RegExp(`^(127.0.0.1|\\[::1\\]):${target.port}$`)),
  ]);
});

test('hosts that it is not named for go out directly', async () => {
  const upstream = upstreamAt(foreign.address('pass%2Fword'), 'video.example, Example.org');
  expect(await called(target.origin, upstream)).toMatchObject({ status: 200 });
  expect(foreign.led).toEqual([]);
  const carried = ['example.org', 'www.example.org', 'myexample.org', 'video.example.evil'];
  expect(carried.map(upstream.carries)).toEqual([true, true, false, false]);
});

test('addresses that are not public are refused before the other proxy hears of them', async () => {
  const inside = await insideListener();
  const upstream = upstreamAt(foreign.address('pass%2Fword'));
  const answer = await called(
    `http://127.0.0.1:${inside.port}/`,
    upstream,
    publicOnly({ ports: [inside.port] }),
  );
  expect(answer).toMatchObject({ status: 0, refusal: expect.stringContaining('not public') });
  expect([foreign.led, inside.connections()]).toEqual([[], 0]);
  await inside.close();
});

test('a proxy that does not take its credential is a failure, and none goes out without it', async () => {
  const answer = await called(target.origin, upstreamAt(foreign.address('wrong')));
  expect(answer.status).toBe(0);
  expect(foreign.led).toEqual([]);
});

test('an address that is none is refused without being told', () => {
  for (const address of ['secret-host', 'https://u:secret@proxy:1']) {
    expect(() => upstreamAt(address)).toThrow(/^LINK_PROXY is no ((?!secret).)*$/);
  }
});
