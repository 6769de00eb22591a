import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { publicOnly } from '../../../layers/adapters/egress/egress.ts';
import { startProxy } from '../../../layers/adapters/egress/proxy.ts';
import { clientDocuments } from '../../../layers/adapters/oauth/client-document.ts';
import { OAuthProgram } from '../../support/oauth-client.ts';
import { oauthService } from '../../support/oauth-service.ts';

/**
 * Counts whoever comes, on the loopback address and the port that every spelling below leads to.
 */
async function trap() {
  const server = createServer((_, response) => response.end('{}'));
  let visits = 0;
  server.on('connection', () => {
    visits += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port, visits: () => visits };
}

let at: Awaited<ReturnType<typeof oauthService>>;
let inside: Awaited<ReturnType<typeof trap>>;
beforeAll(async () => {
  inside = await trap();
  at = await oauthService();
  // As in the cloud; the function reads it when it is first called.
  delete process.env['ALLOW_PRIVATE_SOURCES'];
  process.env['EGRESS_PORTS'] = String(inside.port);
});
afterAll(async () => {
  expect(at.service.defects).toEqual([]);
  inside.server.closeAllConnections();
  inside.server.close();
  delete process.env['EGRESS_PORTS'];
  await at.service.stop();
});

test.each([
  '127.0.0.1',
  '127.1',
  '0177.0.0.1',
  '0x7f.0.0.1',
  '0x7f000001',
  '2130706433',
  '017700000001',
  '127.0.0.1.',
  '127。0。0。1',
  '①②⑦.0.0.1',
  '0',
  '0.0.0.0',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'service.local',
  'metadata.internal',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
  '10.0.0.1',
  '192.168.1.1',
  '172.16.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '[fd00:ec2::254]',
  '[fe80::1]',
])('no document is fetched from %s', async (host) => {
  const program = await OAuthProgram.named(
    at.baseUrl,
    `https://${host}:${inside.port}/client.json`,
  );
  const answer = await fetch((await program.begin()).url, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  expect(inside.visits()).toBe(0);
});

test('a name that leads inside by any of its answers is not dialled for a document', async () => {
  const answers = ['198.51.100.7', '127.0.0.1', '127.0.0.1'];
  const egress = publicOnly({
    ports: [inside.port],
    // The first is of a block for documentation: a public one would be dialled from a test.
    resolve: async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }],
  });
  const proxy = await startProxy(egress);
  const fetched = clientDocuments({ ...egress, proxy: proxy.lane().url });
  for (const _ of [1, 2, 3]) {
    await expect(fetched(`https://rebinding.example:${inside.port}/c.json`)).rejects.toThrow();
  }
  expect(inside.visits()).toBe(0);
  await proxy.close();
});
