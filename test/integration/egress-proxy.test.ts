import { once } from 'node:events';
import { connect } from 'node:net';
import { request } from 'undici';
import { egress, publicOnly } from '../../layers/adapters/egress/egress.ts';
import { startProxy } from '../../layers/adapters/egress/proxy.ts';
import { tunnelThrough } from '../../layers/adapters/egress/tunnel.ts';
import { insideListener, site } from '../support/sites/sites.ts';

/** What the proxy says to a request written by hand. */
async function said(proxyUrl: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(proxyUrl).port), '127.0.0.1');
  socket.write(text);
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk;
  });
  await once(socket, 'close');
  return answer;
}

const credential = (url: string) => {
  const { username, password } = new URL(url);
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
};

test('without the credential of a lane, and after the lane is closed, nothing is let in', async () => {
  const proxy = await startProxy(egress('1'));
  const { url, close } = proxy.lane();
  const asked = 'GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n';
  expect(await said(url, `${asked}\r\n`)).toMatch(/^HTTP\/1.1 407 [\s\S]*Basic realm/);
  expect(await said(url, 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n')).toMatch(/^HTTP\/1.1 407 /);
  close();
  const late = await said(url, `${asked}Proxy-Authorization: ${credential(url)}\r\n\r\n`);
  expect(late).toMatch(/^HTTP\/1.1 407 /);
  await proxy.close();
});

test('a plain request reaches its target without what concerns the hop alone', async () => {
  const heard: string[] = [];
  const { origin, port, close } = await site((request, response) => {
    heard.push(...request.rawHeaders, request.url ?? '');
    response.writeHead(200, {
      'x-kept': '1',
      'keep-alive': 'x',
      connection: 'x-hop',
      'x-hop': '1',
    });
    response.end('hello');
  });
  const proxy = await startProxy(egress('1'));
  const lane = proxy.lane();
  const answer = await said(
    lane.url,
    [
      `GET ${origin}/a?b=c HTTP/1.1`,
      'Host: somewhere.else',
      `Proxy-Authorization: ${credential(lane.url)}`,
      'Connection: close, X-Mine',
      'X-Mine: 1',
      'X-Kept: 1',
      'TE: gzip',
      '\r\n',
    ].join('\r\n'),
  );
  expect(answer).toMatch(/^HTTP\/1.1 200 [\s\S]*x-kept: 1[\s\S]*hello/);
  expect(answer).not.toMatch(/x-hop/i);
  expect(heard).toEqual([
    'host',
    `127.0.0.1:${port}`,
    'X-Kept',
    '1',
    'connection',
    'close',
    '/a?b=c',
  ]);
  expect(lane.bytes()).toBe(5);
  await Promise.all([proxy.close(), close()]);
});

test('a name is resolved once, and the address that was checked is the one dialled', async () => {
  const inside = await insideListener();
  const answers = [['93.184.215.14'], ['127.0.0.1'], ['93.184.215.14', '127.0.0.1'], ['::1']];
  const asked: string[] = [];
  const resolve = async (name: string) => {
    asked.push(name);
    const [now = []] = answers.splice(0, 1);
    return now.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  const outside = publicOnly({ resolve, ports: [inside.port] });
  expect(await outside.addressesOf('rebinding.example')).toHaveLength(1);

  const proxy = await startProxy(outside);
  const lane = proxy.lane();
  const dispatcher = tunnelThrough(lane.url);
  for (const _ of [1, 2, 3]) {
    const called = request(`http://rebinding.example:${inside.port}/`, { dispatcher });
    await expect(called).rejects.toThrow('403');
  }
  expect(lane.refusal()).toMatch('not public');
  expect(asked).toHaveLength(4);
  expect(inside.connections()).toBe(0);
  await Promise.all([proxy.close(), inside.close()]);
});

test.each([
  ['bytes', { maxBytes: 50_000 }],
  ['bytes of a connection', { maxConnectionBytes: 50_000 }],
  ['time', { maxConnectionMs: 300 }],
  ['idle time', { maxIdleMs: 300 }],
])('a connection that takes too much %s is ended', async (what, limits) => {
  const { origin, close } = await site((_, response) => {
    const idle = what === 'idle time';
    const more = () => response.write(Buffer.alloc(20_000)) && !idle && setTimeout(more, 20);
    more();
    response.on('error', () => {});
  });
  const proxy = await startProxy(egress('1'));
  const lane = proxy.lane(limits);
  const { body } = await request(origin, { dispatcher: tunnelThrough(lane.url) });
  await expect(body.arrayBuffer()).rejects.toThrow();
  await Promise.all([proxy.close(), close()]);
});

test('a lane has room for so many connections and no more', async () => {
  const { origin, close } = await site(() => {});
  const proxy = await startProxy(egress('1'));
  const lane = proxy.lane({ maxConnections: 1 });
  const dispatcher = tunnelThrough(lane.url);
  const first = request(origin, { dispatcher }).catch(() => 'ended');
  while (lane.connections() < 1) await new Promise(setImmediate);
  await expect(request(origin, { dispatcher })).rejects.toThrow('403');
  expect(lane.refusal()).toMatch('too many connections');
  lane.close();
  expect(await first).toBe('ended');
  await Promise.all([proxy.close(), close()]);
});
