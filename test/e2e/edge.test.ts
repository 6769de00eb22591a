import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MultipartTarget, PutTarget, UploadTicket } from '../../layers/domain/uploads/upload.ts';
import { VideoReader } from '../../sdk/src/index.ts';
import { apiCaller } from '../support/api-caller.ts';
import { smallClip } from '../support/clips/small-clip.ts';
import { startEdge } from '../support/edge.ts';
import { insideListener } from '../support/sites/sites.ts';
import { endService, type ServiceProcess, startServiceProcess } from './service-process.ts';

/** Under which callers know the service. */
const PUBLIC_URL = 'https://video.example';
const POLL_MS = 50;
let edge: Awaited<ReturnType<typeof startEdge>>;
let service: ServiceProcess;
let bound: string;
let upload_id: string;
let clip: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  edge = await startEdge({ silentMs: 60_000 });
  // Shorter than anything can be read in, so that every wait ends before its job.
  const env = { PUBLIC_URL, SYNC_WAIT_SECONDS: '0.001' };
  service = await startServiceProcess({ env });
  [, bound = ''] = /listens at (http:\S+?)\.?\s/.exec(service.said()) ?? [];
  edge.leadTo(bound);
  clip = await smallClip(service.dataDir);
  const caller = apiCaller(edge.url, service.apiKey);
  ({ upload_id } = await caller.upload(join(service.dataDir, 'clip.mp4')));
});
afterAll(async () => {
  await endService(service);
  await edge.close();
});

const authorized = () => ({
  authorization: `Bearer ${service.apiKey}`,
  'content-type': 'application/json',
});
const asked = (path: string, init: RequestInit = {}) => fetch(edge.url + path, init);
const json = (body: object, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { ...authorized(), ...headers },
  body: JSON.stringify(body),
});

test('a wait that ends before its job is 202 with the job, which the client waits for', async () => {
  const answer = await asked('/v1/frames', json({ upload_id, detail: 'overview' }));
  expect(answer.status).toBe(202);
  expect(await answer.json()).toMatchObject({ job_id: expect.stringMatching(/^job_/) });
  const client = new VideoReader({ baseUrl: edge.url, apiKey: service.apiKey });
  const { sheets } = await client.frames({ upload_id, detail: 'standard' });
  expect(sheets.length).toBeGreaterThan(0);
});

test('the metadata at the root names the public address, and so does the challenge', async () => {
  const metadata = await asked('/.well-known/oauth-authorization-server');
  expect(await metadata.json()).toMatchObject({
    issuer: PUBLIC_URL,
    token_endpoint: `${PUBLIC_URL}/oauth/token`,
  });
  const resource = await asked('/.well-known/oauth-protected-resource/mcp');
  expect(await resource.json()).toMatchObject({ authorization_servers: [PUBLIC_URL] });
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const refused = await asked('/mcp', { method: 'POST', body: message });
  const here = await fetch(`${bound}/mcp`, { method: 'POST', body: message });
  expect([refused.status, await refused.json()]).toEqual([401, await here.json()]);
  expect(refused.headers.get('www-authenticate')).toBe(
    // The edge itself answers, under the name that it was called by.
    here.headers.get('www-authenticate')?.replace(PUBLIC_URL, edge.url.replace('http:', 'https:')),
  );
  // The gateway renames it, where no stage says that an edge unpacks it.
  const stale = await asked('/mcp', json({ jsonrpc: '2.0' }, { authorization: 'Bearer none' }));
  expect([stale.status, stale.headers.get('www-authenticate')]).toEqual([401, null]);
});

test('the connector speaks through it as an event stream', async () => {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'check_credits', arguments: {} },
  };
  const accept = 'application/json, text/event-stream';
  const answer = await asked(
    '/mcp',
    json(message, { accept, 'mcp-protocol-version': '2025-11-25' }),
  );
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('"jsonrpc":"2.0"');
});

// An answer that is no stream says nothing until it is there.
test('an agent that takes JSON alone is answered before the edge gives it up', async () => {
  const call = (name: string, args: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  });
  const answered = async (name: string, args: object) => {
    const headers = { accept: 'application/json', 'mcp-protocol-version': '2025-11-25' };
    const answer = await asked('/mcp', json(call(name, args), headers));
    const { result } = (await answer.json()) as { result: { structuredContent: object } };
    return result.structuredContent;
  };
  const next = { tool: 'get_job', arguments: { wait: 240 } };
  const queued = await asked('/v1/frames', json({ upload_id, sync: false, fps: 3, rows: 1 }));
  const { job_id } = (await queued.json()) as { job_id: string };
  expect(await answered('get_job', { job_id, wait: 240 })).toMatchObject({
    status: expect.stringMatching(/^(queued|running)$/),
    next,
  });
  const batch = { items: [{ upload_id }], question: 'How many cuts are there?' };
  const { batch_id } = (await (await asked('/v1/batches', json(batch))).json()) as {
    batch_id: string;
  };
  expect(await answered('get_job', { job_id: batch_id, wait: 240 })).toMatchObject({
    status: expect.stringMatching(/^(queued|running)$/),
    next,
  });
});

test('a browser that asks for the root is led to the pages, a program is told what there is', async () => {
  for (const at of [edge.url, bound]) {
    const root = async (accept: string, method = 'GET') => {
      const init = { method, headers: { accept }, redirect: 'manual' } as const;
      const { status, headers } = await fetch(`${at}/`, init);
      return [status, headers.get('location')];
    };
    expect(await root('text/html,application/xhtml+xml,*/*;q=0.8')).toEqual([302, '/app']);
    expect(await root('text/html', 'HEAD')).toEqual([302, '/app']);
    expect(await root('text/html', 'POST')).toEqual([404, null]);
    expect(await root('*/*')).toEqual([404, null]);
  }
});

test('pages and documents are asked for with HEAD too', async () => {
  for (const path of ['/signin', '/openapi.json', '/healthz', '/docs']) {
    const { status, headers } = await asked(path, { method: 'HEAD' });
    expect([path, status]).toEqual([path, 200]);
    expect(headers.get('x-request-id')).not.toBeNull();
  }
});

/** As a proxy does that passes on the host which its caller named: to where the service listens. */
async function passedOn(
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body?: string | Uint8Array,
): Promise<{ status: number; body: Buffer }> {
  const { pathname, search, host } = new URL(url, PUBLIC_URL);
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: Buffer }>();
  const options = { method, headers: { ...headers, host } };
  const asked = httpRequest(new URL(pathname + search, bound), options, async (answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) });
  });
  asked.on('error', reject);
  asked.end(body);
  return promise;
}

const call = async (path: string, body: object = {}) => {
  const answer = await passedOn('POST', path, authorized(), JSON.stringify(body));
  expect([path, answer.status]).toEqual([path, 200]);
  return JSON.parse(answer.body.toString());
};

test('every address that is handed out is the one under which callers know the service', async () => {
  expect(service.baseUrl).toBe(PUBLIC_URL);
  const ticket = UploadTicket.parse(await call('/v1/uploads/tickets'));
  // Bytes behind the end of an MP4 make it another file than the first.
  const bytes = new Uint8Array([...clip, 0, 0, 0, 8, 102, 114, 101, 101]);
  const target = PutTarget.parse(await call('/v1/uploads/direct', { bytes: bytes.length }));
  const parts = MultipartTarget.parse(await call('/v1/uploads/direct', { bytes: 300_000_000 }));
  const put = await passedOn('PUT', target.put.url, target.put.headers, bytes);
  expect(put.status).toBe(200);
  // The wait ends before the file is looked at, too.
  const completed = () => passedOn('POST', target.complete_url, authorized(), '{}');
  while ((await completed()).status === 202) await wait(POLL_MS);
  const client = new VideoReader({ baseUrl: edge.url, apiKey: service.apiKey });
  const { sheets } = await client.frames({ upload_id: target.upload_id, transcribe: false });
  const given = [
    ticket.upload_url,
    ticket.direct_url,
    target.put.url,
    target.complete_url,
    ...parts.multipart.parts.map(({ url }) => url),
    ...sheets.map(({ url }) => url ?? ''),
  ];
  for (const url of given) expect(new URL(url).origin).toBe(PUBLIC_URL);
  const sheet = await passedOn('GET', sheets[0]?.url ?? '');
  expect([sheet.status, sheet.body.subarray(0, 2).toString('hex')]).toEqual([200, 'ffd8']);
});

test('without the setting no link reaches anything inside', async () => {
  const inside = await insideListener();
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f000001', '127.1']) {
    const response = await asked(
      '/v1/frames',
      json({ url: `http://${host}:${inside.port}/a.mp4` }),
    );
    expect([host, response.status, await response.json()]).toMatchObject([
      host,
      400,
      { error: { type: 'invalid_request', message: expect.stringContaining('`url`') } },
    ]);
  }
  expect(inside.connections()).toBe(0);
  await inside.close();
});
