import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** A key and its certificate, which nobody trusts yet, of https://localhost. */
export async function localhostCertificate(): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'tls-site-'));
  const made = ['-keyout', 'key.pem', '-out', 'cert.pem'];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const about = ['-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const names = ['-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', [...request, ...about, ...names, ...made], {
    cwd: folder,
    stdio: 'ignore',
  });
  const [key = '', cert = ''] = await Promise.all(
    ['key.pem', 'cert.pem'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  await rm(folder, { recursive: true });
  return { key, cert };
}

/** A site at https://localhost whose certificate this process trusts until it is closed. */
export async function tlsSite(listener: RequestListener) {
  const { key, cert } = await localhostCertificate();
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, cert]);
  const server = createServer({ key, cert }, listener);
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    /** Connections that were made so far. */
    connections: () => connections,
    close() {
      setDefaultCACertificates(before);
      server.closeAllConnections();
      server.close();
    },
  };
}
