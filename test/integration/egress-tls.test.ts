import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { ProxyAgent, request } from 'undici';
import { egress } from '../../layers/adapters/egress/egress.ts';
import { startProxy } from '../../layers/adapters/egress/proxy.ts';
import { localhostCertificate } from '../support/tls-site.ts';

test('for a user of plain HTTP the proxy does TLS, checks the certificate and writes playlists over', async () => {
  const { key, cert } = await localhostCertificate();
  const server = createServer({ key, cert }, (asked, response) => {
    const host = `https://${asked.headers.host}`;
    if (asked.url === '/moved') response.writeHead(302, { location: `${host}/list` }).end();
    else response.end(`#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${host}/key"\n${host}/1.ts\n`);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const proxy = await startProxy(egress('1'));
  const lane = proxy.lane({ plain: true });
  const dispatcher = new ProxyAgent({ uri: lane.url, proxyTunnel: false });
  const ask = (path: string) =>
    request(lane.inPlain(`https://localhost:${port}${path}`), { dispatcher });

  expect((await ask('/list')).statusCode).toBe(502);
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, cert]);
  try {
    const plain = `http://localhost.tls.invalid:${port}`;
    expect((await ask('/moved')).headers['location']).toBe(`${plain}/list`);
    expect(await (await ask('/list')).body.text()).toBe(
      `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${plain}/key"\n${plain}/1.ts\n`,
    );
  } finally {
    setDefaultCACertificates(before);
    await proxy.close();
    server.closeAllConnections();
    server.close();
  }
});
