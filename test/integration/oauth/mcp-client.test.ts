import { UnauthorizedError } from '@modelcontextprotocol/client';
import { ConnectionList } from '../../../layers/domain/oauth/connection.ts';
import { McpProgram } from '../../support/mcp-program.ts';
import { REDIRECT } from '../../support/oauth-client.ts';
import { oauthService } from '../../support/oauth-service.ts';
import { tlsSite } from '../../support/tls-site.ts';

let at: Awaited<ReturnType<typeof oauthService>>;
let site: Awaited<ReturnType<typeof tlsSite>>;
beforeAll(async () => {
  at = await oauthService();
  site = await tlsSite((request, response) => {
    const document = {
      client_id: `${site.url}${request.url}`,
      client_name: 'A named agent',
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
  });
});
afterAll(async () => {
  expect(at.service.defects).toEqual([]);
  site.close();
  await at.service.stop();
});

/** What is left, as the tool of the connector or the call of the interface tells it. */
const askedAt: Readonly<Record<string, readonly [string, RequestInit?]>> = {
  '/v1': ['/v1/credits'],
  '/mcp': [
    '/mcp',
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'credits', arguments: {} },
      }),
    },
  ],
};

test.each([
  ['registers', '/mcp', undefined],
  ['registers', '/v1', undefined],
  ['names itself by its document', '/mcp', '/agent.json'],
])(
  'the official client %s at %s, connects, refreshes, and is cut off by a disconnect',
  async (_, entrance, path) => {
    const named = path === undefined ? undefined : `${site.url}${path}`;
    const program = new McpProgram(`${at.baseUrl}${entrance}`, named);
    const { browser, cookie } = await at.person();
    const [way, init] = askedAt[entrance] ?? [''];
    const ask = () => program.call(way, init);

    await expect(ask()).rejects.toThrow(UnauthorizedError);
    await program.approvedBy(browser);
    expect(program.opened?.searchParams.get('resource')).toMatch(at.baseUrl);
    const credits = await ask();
    const told = await credits.text();
    expect(told).toContain(`"org_id":"${at.org.org_id}"`);
    expect(told).toContain('"wallet":"plan"');
    const headers = { cookie, origin: at.baseUrl };
    const listed = await fetch(`${at.baseUrl}/v1/connections`, { headers });
    const { connections } = ConnectionList.parse(await listed.json());
    const [connection] = connections;
    expect(connections).toHaveLength(1);
    expect(connection?.client_name).toBe(named === undefined ? 'An agent' : 'A named agent');
    if (named !== undefined) expect(connection?.client_id).toBe(named);

    const before = program.tokens();
    await at.expire('AccessToken', before?.access_token ?? '');
    program.opened = undefined;
    expect((await ask()).status).toBe(200);
    expect(program.opened).toBeUndefined();
    expect(program.tokens()?.refresh_token).not.toBe(before?.refresh_token);

    const ended = await fetch(`${at.baseUrl}/v1/connections/${connection?.connection_id}`, {
      method: 'DELETE',
      headers,
    });
    expect(ended.status).toBe(200);
    await expect(ask()).rejects.toThrow(UnauthorizedError);
    expect(program.opened).toBeDefined();
  },
);
