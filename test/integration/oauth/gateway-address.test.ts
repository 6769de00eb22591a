import type { ApiEvent } from '../../../layers/http/api-event.ts';
import { oauthService } from '../../support/oauth-service.ts';

let at: Awaited<ReturnType<typeof oauthService>>;
beforeAll(async () => {
  at = await oauthService();
});
afterAll(() => at.service.stop());

const BASE = 'https://abc.execute-api.us-east-1.amazonaws.com/live';

/**
 * What API Gateway hands over of a request to its own host, whatever the caller says of the host.
 */
async function gateway(
  method: string,
  path: string,
  { query = {}, body, headers = {} }: { query?: object; body?: string; headers?: object } = {},
) {
  const { handler } = await import('../../../functions/oauth/handler.ts');
  const lists = Object.entries(query).map(([name, value]) => [name, [value]]);
  const event = {
    httpMethod: method,
    path,
    headers: { Host: 'evil.example', 'X-Forwarded-Proto': 'http', ...headers },
    multiValueHeaders: {},
    multiValueQueryStringParameters: lists.length === 0 ? null : Object.fromEntries(lists),
    stageVariables: null,
    body: body ?? null,
    isBase64Encoded: false,
    requestContext: {
      requestId: 'request-1',
      domainName: new URL(BASE).host,
      path: `/live${path}`,
      identity: { sourceIp: '192.0.2.1' },
    },
  };
  const { statusCode, multiValueHeaders, body: text } = await handler(event as unknown as ApiEvent);
  return { statusCode, headers: multiValueHeaders ?? {}, text };
}

test('behind a stage everything that is handed out leads back through it, by TLS', async () => {
  const metadata = JSON.parse(
    (await gateway('GET', '/.well-known/oauth-authorization-server')).text,
  );
  expect(metadata).toMatchObject({
    issuer: BASE,
    authorization_endpoint: `${BASE}/oauth/authorize`,
    token_endpoint: `${BASE}/oauth/token`,
    registration_endpoint: `${BASE}/oauth/register`,
    revocation_endpoint: `${BASE}/oauth/revoke`,
  });
  const resource = JSON.parse((await gateway('GET', '/.well-known/oauth-protected-resource')).text);
  expect(resource).toMatchObject({ resource: BASE, authorization_servers: [BASE] });

  const registered = await gateway('POST', '/oauth/register', {
    headers: { 'content-type': 'application/json' },
    body: '{"redirect_uris":["https://app.example/callback"]}',
  });
  const query = {
    client_id: JSON.parse(registered.text).client_id,
    response_type: 'code',
    redirect_uri: 'https://app.example/callback',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
    resource: `${BASE}/mcp`,
  };
  const begun = await gateway('GET', '/oauth/authorize', { query });
  const location = String(begun.headers['location']?.[0]);
  expect([begun.statusCode, location]).toEqual([
    303,
    expect.stringMatching(/^\/live\/oauth\/consent\/[\w-]+$/),
  ]);
  const cookies = (begun.headers['set-cookie'] ?? []).map(String);
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; path=\/live\/oauth\/(consent|authorize)\/[\w-]+;/);
    expect(cookie).toMatch(/; samesite=lax; secure; httponly/);
  }

  const cookie = cookies.map((set) => set.split(';')[0]).join('; ');
  const asked = await gateway('GET', location.slice('/live'.length), {
    headers: { Cookie: cookie },
  });
  expect(asked.headers['location']).toEqual([
    `/live/signin?return_to=${encodeURIComponent(location)}`,
  ]);
});

test('a resource at another address of the same host is another', async () => {
  const answer = await gateway('GET', '/.well-known/oauth-protected-resource/v2');
  expect(answer.statusCode).toBe(404);
});
