import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { join } from 'node:path';
import { FramesResult } from '../../layers/domain/frames/frames.ts';
import { PutTarget } from '../../layers/domain/uploads/upload.ts';
import { smallClip } from '../support/clips/small-clip.ts';
import { familyOf, type ListeningSocket, listeningSockets } from '../support/listening-sockets.ts';
import { rawRequest } from '../support/raw-request.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import { endService, type ServiceProcess, startServiceProcess } from './service-process.ts';

const ORIGIN = 'https://page.example';
let service: ServiceProcess;
let sockets: ListeningSocket[];
let sheet: string;
let target: PutTarget;
let jobId: string;
let pid: number;

const call = async (path: string, body: object) => {
  const response = await fetch(service.baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
};

beforeAll(async () => {
  service = await startServiceProcess({
    ownDatabase: true,
    env: { ALLOW_PRIVATE_SOURCES: '1' },
  });
  const clip = await smallClip(service.dataDir);
  const bytes = clip.length;
  target = PutTarget.parse(await call('/v1/uploads/direct', { bytes, content_type: 'video/mp4' }));
  await fetch(target.put.url, { method: 'PUT', headers: target.put.headers, body: clip });
  await fetch(target.complete_url, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}` },
  });
  const { upload_id } = target;
  const { sheets, job_id } = FramesResult.parse(
    await call('/v1/frames', { upload_id, transcribe: false }),
  );
  sheet = sheets[0]?.url ?? '';
  jobId = job_id;
  // A link makes the worker start its proxy.
  const site = createServer((_, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  await call('/v1/frames', { url: `http://127.0.0.1:${port}/clip.mp4` });
  site.close();
  ({ pid } = JSON.parse(await readFile(join(service.dataDir, 'service.json'), 'utf8')));
  sockets = await listeningSockets(pid);
});

afterAll(() => endService(service));

const loopback = ({ address }: ListeningSocket) => /^127\./.test(address) || address === '::1';

test('database, queues, proxies and the gateway listen on loopback alone', () => {
  expect(sockets.filter((socket) => !loopback(socket))).toEqual([]);
  const commands = sockets.map(({ command }) => command);
  expect(commands).toContain('java');
  const ports = sockets.map(({ port }) => port);
  expect(ports).toContain(Number(new URL(service.baseUrl).port));
  expect(ports.length).toBeGreaterThanOrEqual(4);
});

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

/**
 * What a socket answers; 0 where it hangs up. By `request`, since `fetch` lets nobody name a host.
 */
const ask = ({ address, port }: ListeningSocket, { method, path, headers, body }: Asked) =>
  new Promise<{ status: number; text: string; cors: unknown }>((resolve) => {
    const asked = httpRequest({ host: address, port, method, path, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      const { statusCode: status = 0, headers: told } = answer;
      answer.on('end', () => resolve({ status, text, cors: told['access-control-allow-origin'] }));
    });
    asked.on('connect', ({ statusCode: status = 0 }, socket) => {
      socket.destroy();
      resolve({ status, text: '', cors: undefined });
    });
    asked.on('error', () => resolve({ status: 0, text: '', cors: undefined }));
    asked.end(body);
  });

const amzJson = (operation: string) => ({
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-target': operation,
});
const OPERATIONS = [
  ['dynamodb', 'DynamoDB_20120810.ListTables'],
  ['dynamodb', 'DynamoDB_20120810.Scan'],
  ['sqs', 'AmazonSQS.ListQueues'],
] as const;
const STORE = [
  ['GET', '/'],
  ['GET', '/video-reader'],
  ['GET', '/video-reader?list-type=2'],
  ['DELETE', '/video-reader/orgs/a'],
  ['PUT', '/video-reader/orgs/a'],
] as const;

/**
 * What a stranger sends to a socket: nothing, the key pair that everybody knows, a page's origin.
 */
async function strangersRequests(socket: ListeningSocket): Promise<Asked[]> {
  const host = isIP(socket.address) === 6 ? `[${socket.address}]` : socket.address;
  const base = `http://${host}:${socket.port}`;
  const known = {
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  };
  const signed = (service: string, path: string, more: { method?: string; body?: string }) =>
    signedHeaders(new URL(path, base), { ...known, service, ...more });
  const inside = new URL(sheet).pathname;
  const asked: Asked[] = [
    { method: 'GET', path: inside },
    { method: 'PUT', path: new URL(target.put.url).pathname, body: 'forged' },
    { method: 'GET', path: 'http://127.0.0.1:1/' },
    { method: 'GET', path: '/', headers: { host: 'page.example' } },
    { method: 'GET', path: '/healthz', headers: { host: 'page.example' } },
    { method: 'CONNECT', path: '127.0.0.1:1' },
  ];
  for (const [name, operation] of OPERATIONS) {
    const body = '{"TableName":"video-reader-records"}';
    const headers = amzJson(operation);
    asked.push({ method: 'POST', headers, body });
    asked.push({ method: 'POST', headers: { ...headers, origin: ORIGIN }, body });
    const own = await signed(name, '/', { method: 'POST', body });
    asked.push({ method: 'POST', headers: { ...own, ...headers }, body });
  }
  for (const [method, path] of STORE) {
    asked.push({ method, path });
    asked.push({ method, path, headers: { origin: ORIGIN } });
    asked.push({ method, path, headers: await signed('s3', path, { method }) });
    const preflight = { origin: ORIGIN, 'access-control-request-method': method };
    asked.push({ method: 'OPTIONS', path, headers: preflight });
  }
  return asked;
}

test('a stranger gets nothing from any of them, and a page sees no more than refusals', async () => {
  const before = await (await fetch(sheet)).bytes();
  for (const socket of sockets) {
    for (const asked of await strangersRequests(socket)) {
      const { status, text, cors } = await ask(socket, asked);
      expect([socket, asked, status < 400 && status !== 0]).toEqual([socket, asked, false]);
      // Pages may read a refusal in the service's own words, and nothing else.
      if (cors !== undefined) expect(JSON.parse(text)).toEqual({ error: expect.any(Object) });
      expect(text).not.toMatch(/video-reader-records|org_\w|TableNames|QueueUrls|<Key>/);
    }
  }
  expect(await (await fetch(sheet)).bytes()).toEqual(before);
});

test('a request that names another host, two or none is refused', async () => {
  const { port, hostname } = new URL(service.baseUrl);
  const authorization = `Bearer ${service.apiKey}`;
  const hosts: [string[], number][] = [
    [[`127.0.0.1:${port}`], 200],
    [[`LOCALHOST:${port}`], 200],
    [[`[::1]:${port}`], 200],
    [['page.example'], 421],
    [[`page.example:${port}`], 421],
    [['127.0.0.1'], 421],
    [[`127.0.0.1:${Number(port) + 1}`], 421],
    [[`localhost.page.example:${port}`], 421],
    [[''], 421],
    [[], 400],
    [[`127.0.0.1:${port}`, `127.0.0.1:${port}`], 400],
    [[`127.0.0.1:${port}`, 'page.example'], 400],
  ];
  const { pathname, search } = new URL(sheet);
  for (const [named, status] of hosts) {
    const lines = [...named.map((host) => `host: ${host}`), `authorization: ${authorization}`];
    const send = (path: string) =>
      rawRequest(
        { host: hostname, port: Number(port), until: /\r\n\r\n[\s\S]*[}>]/ },
        `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`,
      );
    const heard = await send('/v1/credits');
    expect([named, heard.status]).toEqual([named, status]);
    expect(heard.text).toMatch(/\r\nx-request-id: [\w-]{36}\r\n/);
    if (status === 200) continue;
    const error = expect.objectContaining({ type: 'invalid_request' });
    expect(heard.json()).toEqual({ error });
    expect((await send(pathname + search)).json()).toEqual({ error });
  }
});

test('a target that is a whole address is its path, and its host is the one that counts', async () => {
  const { host, hostname, port } = new URL(service.baseUrl);
  const send = (target: string, named: string) =>
    rawRequest(
      { host: hostname, port: Number(port), until: /\r\n\r\n[\s\S]*[}>]/ },
      `GET ${target} HTTP/1.1\r\nhost: ${named}\r\nauthorization: Bearer ${service.apiKey}\r\n\r\n`,
    );
  expect((await send(`http://${host}/v1/credits?limit=0`, 'page.example')).json()).toMatchObject({
    ledger: [],
  });
  expect((await send(`HTTP://${host}`, host)).status).toBe(404);
  expect((await send('http://page.example/v1/credits', host)).status).toBe(421);
});

test('no header of a caller changes the addresses that it is given', async () => {
  const [gateway] = sockets.filter(({ port }) => String(port) === new URL(service.baseUrl).port);
  if (!gateway) throw new Error('no gateway');
  const headers = {
    authorization: `Bearer ${service.apiKey}`,
    host: `localhost:${gateway.port}`,
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'page.example',
    forwarded: 'host=page.example;proto=https',
  };
  const own = async (method: string, path: string) => {
    const { status, text } = await ask(gateway, { method, path, headers });
    expect(status).toBe(200);
    return (text.match(/https?:\/\/[^"\s]+/g) ?? []).filter(
      (url) => !url.includes('json-schema.org'),
    );
  };
  const given = [
    ...(await own('POST', '/v1/uploads/tickets')),
    ...(await own('POST', '/v1/uploads/direct')),
    ...(await own('GET', `/v1/jobs/${jobId}`)),
  ];
  expect(given.length).toBeGreaterThanOrEqual(5);
  for (const url of given) expect(new URL(url).origin).toBe(service.baseUrl);
});

test('a page may use a signed address, and that alone', async () => {
  const preflight = (url: string, method: string) =>
    fetch(url, {
      method: 'OPTIONS',
      headers: { origin: ORIGIN, 'access-control-request-method': method },
    });
  expect((await preflight(target.put.url, 'PUT')).status).toBe(200);
  expect((await preflight(target.put.url, 'DELETE')).status).toBe(403);
  const [bare = ''] = target.put.url.split('?');
  expect((await preflight(bare, 'PUT')).status).toBe(403);
  const seen = await fetch(sheet, { headers: { origin: ORIGIN } });
  expect([seen.status, seen.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
});

// A decoder of foreign bytes is a child of these processes, and runs as the same user.
test('no key or secret of the service is in the environment or the arguments of a process', async () => {
  const kept = ['engine-keys.json', 'ticket-secret.json', 'oauth-secret.json'].map(async (name) =>
    Object.values<unknown>(JSON.parse(await readFile(join(service.dataDir, name), 'utf8'))),
  );
  const secrets = (await Promise.all(kept)).flat().map(String);
  expect(secrets.length).toBeGreaterThanOrEqual(4);
  const look = async () => {
    const family = await familyOf(pid);
    // The service, its database and its workers.
    expect(family.length).toBeGreaterThanOrEqual(3);
    for (const each of family) {
      for (const file of ['environ', 'cmdline']) {
        const text = await readFile(`/proc/${each}/${file}`, 'latin1').catch(() => '');
        for (const secret of secrets) expect(text).not.toContain(secret);
      }
    }
  };
  // When they are first asked for, the pages are bundled, by a program of its own.
  let isServed = false;
  const served = fetch(`${service.baseUrl}/app`).then(({ status }) => {
    isServed = true;
    return status;
  });
  while (!isServed) await look();
  expect(await served).toBe(200);
  await look();
});

test('what the service keeps is the owner’s alone', async () => {
  const { dataDir } = service;
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  for (const name of await readdir(dataDir, { recursive: true })) {
    const found = await stat(join(dataDir, name)).catch(() => undefined);
    if (!found || name.endsWith('clip.mp4')) continue;
    expect([name, found.mode & 0o077]).toEqual([name, 0]);
  }
});

test('every answer has an x-request-id, that of a page, of the storage and of a refusal too', async () => {
  const { pathname } = new URL(sheet);
  const asked = [
    ['GET', sheet],
    ['GET', pathname],
    ['GET', '/app'],
    ['GET', '/app/nothing.js'],
    ['POST', '/app'],
    ['GET', '/signin'],
    ['GET', '/docs'],
    ['GET', '/nothing'],
    ['POST', '/v1/sheets'],
    ['OPTIONS', '/v1/frames'],
  ] as const;
  for (const [method, path] of asked) {
    const { headers } = await fetch(new URL(path, service.baseUrl), { method });
    const id = headers.get('x-request-id');
    expect([method, path, id]).toEqual([method, path, expect.stringMatching(/^[\w-]{36}$/)]);
  }
});
