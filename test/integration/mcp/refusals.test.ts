import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import { answered, envelope, messageOf, postMessage } from '../../support/mcp-message.ts';
import { OAuthProgram } from '../../support/oauth-client.ts';
import { suiteOAuthService } from '../../support/oauth-service.ts';
import { rawRequest } from '../../support/raw-request.ts';

Object.assign(process.env, { ANSWERER: 'evidence', TRANSCRIBER: 'none' });
const at = await suiteOAuthService();

const ENVELOPE = envelope('2026-07-28');
/** One message, by hand. */
const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
  postMessage(at.baseUrl, body, { authorization: `Bearer ${at.org.api_key}`, ...headers });

test('without a credential it is 401, and told where to get one', async () => {
  const refused = await post(messageOf({ name: 'credits' }), { authorization: '' });
  expect(refused.status).toBe(401);
  expect(refused.headers.get('www-authenticate')).toBe(
    `Bearer resource_metadata="${at.baseUrl}/.well-known/oauth-protected-resource/mcp", scope="video:read account:read"`,
  );
});

test('the metadata that a refusal names are those of the very address that was called', async () => {
  const refused = await post(messageOf({ name: 'credits' }), { authorization: '' });
  const [, url = ''] = /resource_metadata="([^"]+)"/.exec(
    refused.headers.get('www-authenticate') ?? '',
  ) ?? [''];
  const said = await oauth.processResourceDiscoveryResponse(
    new URL(`${at.baseUrl}/mcp`),
    await fetch(url),
  );
  expect(said.authorization_servers).toEqual([at.baseUrl]);
});

test('a tool that needs another scope is 403, and told to ask for it', async () => {
  const program = await OAuthProgram.register(at.baseUrl);
  const { browser } = await at.person();
  const { access } = await program.connect(browser, { scope: 'video:read' });
  const authorization = `Bearer ${access}`;
  const refused = await post(messageOf({ name: 'credits' }), { authorization });
  expect(refused.status).toBe(403);
  expect(refused.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
  const handshake = { authorization, 'mcp-protocol-version': '2025-11-25' };
  const several = await post(`[${messageOf({ name: 'credits' })}]`, handshake);
  expect([several.status, await several.json()]).toMatchObject([400, { error: { code: -32600 } }]);
  expect((await post(messageOf({ name: 'upload_ticket' }), { authorization })).status).toBe(200);
});

test('a token that may only read the account sees the tools and the credits, and no video', async () => {
  const program = await OAuthProgram.register(at.baseUrl);
  const { browser } = await at.person();
  const { access } = await program.connect(browser, { scope: 'account:read' });
  const authorization = `Bearer ${access}`;
  const status = async (message: Parameters<typeof messageOf>[0]) =>
    (await post(messageOf(message), { authorization })).status;
  expect(await status({ method: 'tools/list' })).toBe(200);
  expect(await status({ name: 'credits' })).toBe(200);
  for (const name of ['frames', 'transcript', 'watch_video', 'batch', 'get_job', 'upload_ticket'])
    expect([name, await status({ name })]).toEqual([name, 403]);
  expect(await status({ name: 'erase_video', args: { video_id: 'vid_x' } })).toBe(403);
});

test('a page of another origin is refused by every method, a program that asks by another is told the one', async () => {
  const asked = (method: string, origin?: string) =>
    fetch(`${at.baseUrl}/mcp`, { method, headers: origin === undefined ? {} : { origin } });
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const refused = await asked(method, 'https://page.example');
    expect([method, refused.status]).toEqual([method, 403]);
    expect(await refused.json()).toMatchObject({ error: { reason: 'foreign_origin' } });
    for (const origin of [undefined, at.baseUrl]) {
      const told = await asked(method, origin);
      expect([origin, told.status, (await told.text()).length > 0]).toEqual([origin, 405, true]);
      expect(told.headers.get('allow')).toContain('POST');
    }
  }
});

test.each([
  ['without params', undefined, 'params'],
  [
    'without a revision',
    { capabilities: {}, clientInfo: { name: 'a', version: '1' } },
    'protocolVersion',
  ],
  [
    'of a client without a version',
    { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a' } },
    'clientInfo.version',
  ],
])('a handshake %s has invalid params, and is told which', async (_what, params, member) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'initialize', params });
  const refused = await post(body, { 'mcp-protocol-version': '2025-11-25' });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({
    id: 7,
    error: { code: -32602, message: expect.stringContaining(member) },
  });
});

test('a page of another origin is refused, with a key and with a session', async () => {
  const { cookie } = await at.person();
  for (const headers of [{}, { authorization: '', cookie }]) {
    for (const origin of ['https://page.example', 'null', `${at.baseUrl}.page.example`]) {
      const refused = await post(messageOf({ name: 'credits' }), { ...headers, origin });
      expect([origin, refused.status]).toEqual([origin, 403]);
    }
  }
  const own = await post(messageOf({ name: 'credits' }), { origin: at.baseUrl });
  expect(own.status).toBe(200);
});

test('a body that is too large, no JSON or of another type is told so', async () => {
  const padding = 'x'.repeat(5_000_000);
  const large = await post(messageOf({ name: 'credits', args: { padding } }));
  expect(large.status).toBe(413);
  const broken = await post('{"jsonrpc": "2.0", ');
  expect(broken.status).toBe(400);
  expect(await broken.json()).toMatchObject({ error: { code: -32700 }, id: null });
  const form = await post('a=b', { 'content-type': 'application/x-www-form-urlencoded' });
  expect([400, 415]).toContain(form.status);
});

test.each([
  ['another version', { jsonrpc: '1.0', id: 1, method: 'ping' }, 1, '`jsonrpc` must be `2.0`'],
  ['no method', { jsonrpc: '2.0', id: 'a' }, 'a', '`method` is missing'],
  [
    'half an id',
    { jsonrpc: '2.0', id: 1.5, method: 'ping' },
    1.5,
    '`id`: must be a string or a whole number',
  ],
  ['no id but null', { jsonrpc: '2.0', id: null, method: 'ping' }, null, '`id`: must be'],
  [
    'a list of params',
    { jsonrpc: '2.0', id: 1, method: 'ping', params: [] },
    1,
    '`params` must be',
  ],
  ['a member of its own', { jsonrpc: '2.0', id: 1, method: 'ping', x: 1 }, 1, 'Unknown field `x`'],
])('a message with %s is told so', async (_what, message, id, words) => {
  const refused = await post(JSON.stringify(message), { 'mcp-protocol-version': '2025-11-25' });
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { id, error: { code: -32600, message: expect.stringContaining(words) } },
  ]);
});

test('a compressed message is told to be sent as it is', async () => {
  const refused = await post(messageOf({ name: 'credits' }), { 'content-encoding': 'gzip' });
  expect(refused.status).toBe(415);
  expect(await refused.text()).toContain('without content-encoding');
});

/** A message whose header is written line by line, as `fetch` does not let it be. */
function postLines(...lines: readonly string[]) {
  const { port } = new URL(at.baseUrl);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const head = [
    'POST /mcp HTTP/1.1',
    `host: 127.0.0.1:${port}`,
    `authorization: Bearer ${at.org.api_key}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    'connection: close',
    ...lines,
  ];
  return rawRequest({ port: Number(port) }, `${head.join('\r\n')}\r\n\r\n${body}`);
}

test('types of answers that stand in several lines are one list', async () => {
  const types = ['application/json', 'text/event-stream', 'text/html'];
  const answers = types.map((last) =>
    postLines(...types.filter((type) => type !== last).map((type) => `accept: ${type}`)),
  );
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('a call of two origins is refused, in whichever order', async () => {
  const origins = [at.baseUrl, 'https://page.example'].map((origin) => `origin: ${origin}`);
  for (const lines of [origins, origins.toReversed()]) {
    const { status, text } = await postLines(...lines);
    expect([status, text]).toEqual([400, expect.stringContaining('repeated_header')]);
  }
});

test('who accepts neither type of answer is told both', async () => {
  const refused = await post(messageOf({ name: 'credits' }), { accept: 'text/html' });
  const message = expect.stringContaining('application/json or text/event-stream');
  expect([refused.status, await refused.json()]).toMatchObject([
    406,
    { id: 1, error: { message } },
  ]);
});

test.each([
  ['*/*', 200, 'text/event-stream'],
  ['text/event-stream', 200, 'text/event-stream'],
  ['application/json', 200, 'application/json'],
  ['application/*;q=0.5, text/html', 200, 'application/json'],
  ['*/*, Text/Event-Stream; q=0.0', 200, 'application/json'],
  ['application/json;q=0', 406, 'application/json'],
  ['text/html', 406, 'application/json'],
])('a caller that accepts %s is answered with %i %s', async (accept, status, type) => {
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const answer = await post(list, { accept, 'mcp-protocol-version': '2025-11-25' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, type]);
  const Listed = z.object({ result: z.object({ tools: z.array(z.object({ name: z.string() })) }) });
  if (status === 200) expect((await answered(Listed, answer)).result.tools).toHaveLength(8);
});

test('a revision that there is not is told with those that there are', async () => {
  const revision = '2031-01-01';
  const headers = { 'mcp-protocol-version': revision };
  const refused = await post(messageOf({ name: 'credits', revision }), headers);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({
    error: { code: -32022, data: { supported: ['2026-07-28'], requested: revision } },
  });
});

const Failed = z.object({ error: z.object({ code: z.int(), message: z.string() }) });

test.each(['2026-07-28', '2025-11-25'])(
  'in revision %s a cursor that was never given out is an invalid parameter',
  async (revision) => {
    const headers = { 'mcp-protocol-version': revision };
    const list = (params: object) => {
      const _meta = revision === '2026-07-28' ? { _meta: ENVELOPE } : {};
      const message = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/list',
        params: { ...params, ..._meta },
      };
      return post(JSON.stringify(message), headers);
    };
    for (const cursor of ['page-2', 5]) {
      const { error } = await answered(Failed, await list({ cursor }));
      expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('cursor') });
    }
    const Listed = z.object({ result: z.object({ tools: z.array(z.unknown()) }) });
    expect((await answered(Listed, await list({}))).result.tools.length).toBe(8);
  },
);

test('an unknown tool is an error of the protocol that names the nearest', async () => {
  const { error } = await answered(Failed, await post(messageOf({ name: 'frame' })));
  expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('frames') });
});

test.each([
  [
    '2026-07-28',
    'name: Invalid input: expected string, received number',
    { name: 7, _meta: ENVELOPE },
  ],
  ['2025-11-25', 'name: Invalid input: expected string, received number', { name: 7 }],
  ['2025-11-25', 'name: Invalid input: expected string, received undefined', {}],
  [
    '2025-11-25',
    'arguments: Invalid input: expected record, received array',
    { name: 'credits', arguments: [] },
  ],
])('in %s a call that does not fit is told so in a sentence: %s', async (revision, why, params) => {
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const refused = await post(message, { 'mcp-protocol-version': revision });
  expect([refused.status, await refused.json()]).toMatchObject([
    200,
    { id: 1, error: { code: -32602, message: `Invalid params for tools/call: params.${why}` } },
  ]);
});
