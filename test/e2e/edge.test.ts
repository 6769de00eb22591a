import { join } from 'node:path';
import { VideoReader } from '../../sdk/src/index.ts';
import { apiCaller } from '../support/api-caller.ts';
import { smallClip } from '../support/clips/small-clip.ts';
import { startEdge } from '../support/edge.ts';
import { endService, type ServiceProcess, startServiceProcess } from './service-process.ts';

let edge: Awaited<ReturnType<typeof startEdge>>;
let service: ServiceProcess;
let bound: string;
let upload_id: string;

beforeAll(async () => {
  edge = await startEdge({ silentMs: 60_000 });
  // Shorter than anything can be read in, so that every wait ends before its job.
  const env = { PUBLIC_URL: edge.url, SYNC_WAIT_SECONDS: '0.001' };
  service = await startServiceProcess({ env });
  [, bound = ''] = /listens at (http:\S+?)\.?\s/.exec(service.said()) ?? [];
  edge.leadTo(bound);
  await smallClip(service.dataDir);
  const caller = apiCaller(edge.url, service.apiKey);
  ({ upload_id } = await caller.upload(join(service.dataDir, 'clip.mp4')));
});
afterAll(async () => {
  await endService(service);
  await edge.close();
});

const asked = (path: string, init: RequestInit = {}) => fetch(edge.url + path, init);
const json = (body: object, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: {
    authorization: `Bearer ${service.apiKey}`,
    'content-type': 'application/json',
    ...headers,
  },
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

test('the metadata at the root names the edge, and so does the challenge', async () => {
  const metadata = await asked('/.well-known/oauth-authorization-server');
  expect(await metadata.json()).toMatchObject({
    issuer: edge.url,
    token_endpoint: `${edge.url}/oauth/token`,
  });
  const resource = await asked('/.well-known/oauth-protected-resource/mcp');
  expect(await resource.json()).toMatchObject({ authorization_servers: [edge.url] });
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const refused = await asked('/mcp', { method: 'POST', body: message });
  const here = await fetch(`${bound}/mcp`, { method: 'POST', body: message });
  expect([refused.status, await refused.json()]).toEqual([401, await here.json()]);
  expect(refused.headers.get('www-authenticate')).toBe(
    here.headers.get('www-authenticate')?.replace('http://', 'https://'),
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

test('pages and documents are asked for with HEAD too', async () => {
  for (const path of ['/signin', '/openapi.json', '/healthz', '/docs']) {
    const { status, headers } = await asked(path, { method: 'HEAD' });
    expect([path, status]).toEqual([path, 200]);
    expect(headers.get('x-request-id')).not.toBeNull();
  }
});
