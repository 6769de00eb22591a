import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import middy from '@middy/core';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import { ROUTES } from '../../functions/api/routes.ts';
import { OAUTH } from '../../functions/oauth/endpoints.ts';
import { PAGES } from '../../functions/pages/pages.ts';
import { NO_CREDENTIAL } from '../../layers/domain/accounts/no-credential.ts';
import { DomainError } from '../../layers/domain/errors.ts';
import { challengeAt } from '../../layers/http/challenge.ts';
import { CARRIES, throughEdge } from '../../layers/http/edge-challenge.ts';
import { errorReply } from '../../layers/http/reply.ts';
import { RETIRED_PATHS } from '../../layers/http/retired-paths.ts';
import type { Endpoint } from '../../layers/http/route.ts';
import { type ApiHandler, makeGateway } from '../../local/gateway/gateway.ts';
import { startEdge } from '../support/edge.ts';

const ENDPOINTS: readonly Endpoint[] = [...ROUTES, ...PAGES, ...OAUTH];
/** Long beside what answers at once, whatever else the machine does. */
const PATIENT_MS = 60_000;
const SILENT_MS = 1_500;

const STALE = new DomainError('unauthorized', 'It has expired.');
const CHALLENGE = 'Bearer error="invalid_token", resource_metadata="https://video.example/here"';

/** Handlers that say how they were called, but for one that is silent and one that is slow. */
const handlerOf = ({ name }: Endpoint): ApiHandler => {
  if (name === 'credits')
    return () => pause(2 * SILENT_MS).then(() => ({ statusCode: 200, body: '' }));
  if (name === 'mcp') {
    return middy({ executionMode: executionModeStreamifyResponse }).handler(async () => ({
      statusCode: 200,
      body: Readable.from(dripping()),
    })) as unknown as ApiHandler;
  }
  return async ({ httpMethod, path, headers, requestContext: { requestId } }) => {
    if (headers['authorization'] === 'Bearer stale') {
      const refusal = errorReply(STALE, requestId, () => CHALLENGE);
      return throughEdge({ stageVariables: { [CARRIES]: 'yes' } }, refusal);
    }
    return {
      statusCode: 200,
      body: JSON.stringify({ httpMethod, path, viewer: headers['x-viewer-address'] }),
    };
  };
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Words for twice as long as the edge bears silence. */
async function* dripping(): AsyncGenerator<string> {
  const ends = Date.now() + 2 * SILENT_MS;
  while (Date.now() < ends) {
    yield ': still here\n';
    await pause(SILENT_MS / 30);
  }
  yield 'data: done\n';
}

let server: Server;
let direct: string;
let edge: Awaited<ReturnType<typeof startEdge>>;
beforeAll(async () => {
  const gateway = makeGateway({
    routes: ENDPOINTS,
    load: async (route) => handlerOf(route),
    onDefect: () => undefined,
  });
  server = createServer(gateway);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  direct = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  edge = await startEdge({ silentMs: PATIENT_MS });
  edge.leadTo(direct);
});
afterAll(async () => {
  await edge.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const KEY = { authorization: 'Bearer sk_live_none' };
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const NOWHERE = ['/', '/v1', '/v1/', '/v1/nothing', '/v1/frames/', '/v2/frames', '/live/v1/frames'];
const SILENT = ['/v1/credits', '/mcp'];
const paths = [
  ...new Set(ENDPOINTS.map(({ path }) => path.replace(/\{\w+\+?\}/g, 'x_1'))),
  ...NOWHERE,
  ...RETIRED_PATHS.keys(),
].filter((path) => !SILENT.includes(path));

/** What is the same wherever it is answered; only ids and lengths are not. */
async function told(base: string, method: string, path: string, headers: Record<string, string>) {
  const answer = await fetch(base + path, { method, headers, redirect: 'manual' });
  const shown = [...answer.headers].filter(([name]) =>
    /^(allow|retry-after|content-type|cache-control|access-control-.*)$/.test(name),
  );
  const text = await answer.text();
  const { viewer: _, ...body } = text === '' ? {} : JSON.parse(text);
  return { status: answer.status, headers: Object.fromEntries(shown), body };
}

test.each(paths)('%s is answered at the edge as on one machine, by every method', async (path) => {
  for (const method of METHODS) {
    for (const headers of [{}, KEY]) {
      const here = await told(edge.url, method, path, headers);
      // What needs a credential is a handler's to say on one machine, and those here ask for none.
      if (here.status === 401 && !('authorization' in headers)) continue;
      expect([method, here]).toEqual([method, await told(direct, method, path, headers)]);
    }
  }
});

test('a page of another origin is refused at /mcp by the edge, whatever the method', async () => {
  for (const method of ['GET', 'DELETE']) {
    const foreign = { ...KEY, origin: 'https://page.example' };
    const here = await told(edge.url, method, '/mcp', foreign);
    expect([here.status, here.body.error.reason]).toEqual([403, 'foreign_origin']);
    expect(here).toEqual(await told(direct, method, '/mcp', foreign));
    const own = { ...KEY, origin: edge.url.replace('http:', 'https:') };
    expect((await told(edge.url, method, '/mcp', own)).status).toBe(405);
  }
});

test.each(NOWHERE)('%s is nowhere: 404, with and without a credential', async (path) => {
  for (const headers of [{}, KEY]) {
    const { status, body } = await told(edge.url, 'GET', path, headers);
    expect([status, body.error.type]).toEqual([404, 'invalid_request']);
  }
});

test('what needs a credential and has none is told where to get one, as the service tells it', async () => {
  for (const route of ROUTES) {
    const { path, method, scope, ticket } = route;
    const answer = await fetch(edge.url + path.replace(/\{\w+\+?\}/g, 'x_1'), { method });
    const challenge = answer.headers.get('www-authenticate');
    if (scope === 'none' || ticket !== undefined) expect([path, challenge]).toEqual([path, null]);
    else {
      const { host } = new URL(edge.url);
      expect([path, answer.status, challenge]).toEqual([
        path,
        401,
        challengeAt(`https://${host}`, route),
      ]);
      expect(await answer.json()).toEqual({ error: NO_CREDENTIAL });
    }
  }
  const cookie = 'video_reader_session=one';
  const bySession = await fetch(`${edge.url}/v1/jobs`, { headers: { cookie } });
  expect(bySession.status).toBe(200);
});

test('a credential that has expired is refused with its challenge, past gateway and edge', async () => {
  const stale = { authorization: 'Bearer stale' };
  const carried = await fetch(`${direct}/v1/jobs`, { headers: stale });
  expect(carried.status).toBe(203);
  const answer = await fetch(`${edge.url}/v1/jobs`, { headers: stale });
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, CHALLENGE]);
  expect([...answer.headers.keys()].filter((name) => /carried|remapped/.test(name))).toEqual([]);
  expect(await answer.json()).toEqual({
    error: { type: 'unauthorized', message: 'It has expired.' },
  });
});

test('what a caller says of its address is replaced by where it calls from', async () => {
  const headers = { ...KEY, 'x-viewer-address': '10.0.0.1' };
  const answer = await fetch(`${edge.url}/v1/jobs`, { headers });
  expect(await answer.json()).toMatchObject({ path: '/v1/jobs', viewer: '192.0.2.7' });
});

test('a body that the gateway would refuse is refused at once, and told where to go', async () => {
  const body = new Uint8Array(4_600_000);
  const answer = await fetch(`${edge.url}/v1/uploads`, { method: 'POST', headers: KEY, body });
  expect(answer.status).toBe(413);
  expect(await answer.json()).toEqual({
    error: {
      type: 'invalid_request',
      message: expect.stringContaining('4500000 bytes'),
      reason: 'body_too_large',
      alternative: expect.stringContaining('/v1/uploads/direct'),
    },
  });
});

test('an answer that is silent for too long is given up by the edge, one that speaks is not', async () => {
  const impatient = await startEdge({ silentMs: SILENT_MS });
  impatient.leadTo(direct);
  const ask = (path: string, method: string) =>
    fetch(impatient.url + path, { method, headers: KEY });
  const [silent, speaking] = await Promise.all([ask('/v1/credits', 'GET'), ask('/mcp', 'POST')]);
  expect([silent.status, silent.headers.get('content-type')]).toEqual([504, 'text/html']);
  expect(await speaking.text()).toMatch(/data: done\n$/);
  await impatient.close();
});
