import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { request } from 'undici';
import { egress } from '../../layers/adapters/egress/egress.ts';
import { startProxy } from '../../layers/adapters/egress/proxy.ts';
import { tunnelThrough } from '../../layers/adapters/egress/tunnel.ts';

/** As many as a client lets wait: with the last of them it takes no more until some are taken. */
const BYTES = Buffer.alloc(64 * 1024, 'abcdefg');

/**
 * How many bytes come through the proxy from a server that sends a head, `BYTES`, and its end, when
 * none is taken before the end is there.
 */
async function sentWithItsEnd(head: string): Promise<number> {
  const ended = new EventEmitter();
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.write(head) && socket.end(BYTES));
    socket.once('close', () => ended.emit('ended'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy = await startProxy(egress('1'));
  const dispatcher = tunnelThrough(proxy.lane().url);
  try {
    const { port } = server.address() as AddressInfo;
    const end = once(ended, 'ended');
    const { body } = await request(`http://127.0.0.1:${port}/`, { dispatcher });
    await end;
    return (await body.bytes()).length;
  } finally {
    await dispatcher.destroy();
    await proxy.close();
    server.close();
  }
}

const length = (bytes: number) => `content-length: ${bytes}\r\n`;

test.each([
  ['a connection that is closed', `HTTP/1.1 200 OK\r\nconnection: close\r\n`],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\n'],
])('an answer of %s is whole however late it is taken', async (_, head) => {
  expect(await sentWithItsEnd(`${head}${length(BYTES.length)}\r\n`)).toBe(BYTES.length);
});

test('an answer without a length is whole when its connection ends', async () => {
  expect(await sentWithItsEnd('HTTP/1.0 200 OK\r\n\r\n')).toBe(BYTES.length);
});

test('an answer that ends before its length is no answer', async () => {
  const answered = sentWithItsEnd(`HTTP/1.0 200 OK\r\n${length(BYTES.length + 1)}\r\n`);
  await expect(answered).rejects.toThrow('content-length');
});
