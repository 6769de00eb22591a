import { OAuthProgram, REDIRECT } from '../../support/oauth-client.ts';
import { suiteOAuthService } from '../../support/oauth-service.ts';

const at = await suiteOAuthService();
const redirect_uris = [REDIRECT, 'https://app.example/callback'];
const program = await OAuthProgram.register(at.baseUrl, { redirect_uris });

const ask = async (url: string) => {
  const answer = await fetch(url, { redirect: 'manual', headers: { accept: 'text/html' } });
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    page: await answer.text(),
  };
};

describe('nobody is sent anywhere', () => {
  test.each<[string, Record<string, string | undefined>]>([
    ['a client that nobody registered', { client_id: 'invented' }],
    ['no client', { client_id: undefined }],
    ['a client whose name is an object', { client_id: '__proto__' }],
    ['no redirect address', { redirect_uri: undefined }],
    ['an empty redirect address', { redirect_uri: '' }],
    ['another host', { redirect_uri: 'https://evil.example/callback' }],
    ['another scheme', { redirect_uri: 'https://127.0.0.1:7777/callback' }],
    ['a scheme that runs', { redirect_uri: 'javascript:alert(1)//127.0.0.1:7777/callback' }],
    ['our host as a user name', { redirect_uri: 'http://127.0.0.1:7777@evil.example/callback' }],
    [
      'our host as a user name, by a backslash',
      { redirect_uri: 'http://127.0.0.1:7777\\@evil.example/callback' },
    ],
    [
      'our host as the beginning of another',
      { redirect_uri: 'http://127.0.0.1.evil.example/callback' },
    ],
    ['another name of the same machine', { redirect_uri: 'http://localhost:7777/callback' }],
    ['the IPv6 name of the same machine', { redirect_uri: 'http://[::1]:7777/callback' }],
    ['a port that is no number', { redirect_uri: 'http://127.0.0.1:77x7/callback' }],
    ['a longer path', { redirect_uri: `${REDIRECT}/more` }],
    ['a path that climbs', { redirect_uri: `${REDIRECT}/../evil` }],
    ['a slash at the end', { redirect_uri: `${REDIRECT}/` }],
    ['other case', { redirect_uri: REDIRECT.replace('callback', 'Callback') }],
    ['an escaped letter', { redirect_uri: REDIRECT.replace('callback', '%63allback') }],
    ['a query', { redirect_uri: `${REDIRECT}?next=https://evil.example` }],
    ['a fragment', { redirect_uri: `${REDIRECT}#here` }],
    ['a space before', { redirect_uri: ` ${REDIRECT}` }],
    ['a line break within', { redirect_uri: REDIRECT.replace('call', 'call\n') }],
  ])('%s', async (_, parameters) => {
    const { url } = await program.begin(parameters);
    const answer = await ask(url);
    expect(answer).toMatchObject({ status: 400, location: null });
    expect(answer.page).toContain('This did not work');
  });

  test.each(['client_id', 'redirect_uri'])('%s twice', async (name) => {
    const url = new URL((await program.begin()).url);
    url.searchParams.append(name, url.searchParams.get(name) ?? '');
    expect(await ask(url.href)).toMatchObject({ status: 400, location: null });
  });

  test.each(['POST', 'PUT', 'DELETE'])('%s to the authorization address', async (method) => {
    const { url } = await program.begin();
    const answer = await fetch(url, { method, redirect: 'manual' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('what is sent is not written into the page as markup', async () => {
    const { url } = await program.begin({ client_id: '"><script>alert(1)</script>' });
    expect((await ask(url)).page).not.toContain('<script>');
  });
});

describe('the program is told in the query', () => {
  const challenge = 'x'.repeat(43);
  test.each<[string, Record<string, string | undefined>, string]>([
    ['response_type=token', { response_type: 'token' }, 'unsupported_response_type'],
    [
      'response_type=code id_token',
      { response_type: 'code id_token' },
      'unsupported_response_type',
    ],
    ['response_type=none', { response_type: 'none' }, 'unsupported_response_type'],
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['PKCE in plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['PKCE by another name', { code_challenge_method: 's256' }, 'invalid_request'],
    [
      'PKCE without a method, which means plain',
      { code_challenge_method: undefined },
      'invalid_request',
    ],
    ['PKCE without a challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a challenge of 42 characters', { code_challenge: 'x'.repeat(42) }, 'invalid_request'],
    [
      'a challenge that is no base64url',
      { code_challenge: `${challenge.slice(1)}+` },
      'invalid_request',
    ],
    ['response_mode=form_post', { response_mode: 'form_post' }, 'unsupported_response_mode'],
    ['response_mode=fragment', { response_mode: 'fragment' }, 'unsupported_response_mode'],
    ['response_mode=web_message', { response_mode: 'web_message' }, 'unsupported_response_mode'],
    ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
    [
      'a request by address',
      { request_uri: 'https://evil.example/r' },
      'request_uri_not_supported',
    ],
    ['a scope that there is not', { scope: 'video:write' }, 'invalid_scope'],
    ['every scope', { scope: '*' }, 'invalid_scope'],
    ['a scope with a quote', { scope: 'video:read "' }, 'invalid_scope'],
    ['another resource', { resource: 'https://evil.example' }, 'invalid_target'],
    [
      'a resource that begins as ours',
      { resource: 'http://127.0.0.1.evil.example' },
      'invalid_target',
    ],
    ['no absolute resource', { resource: '/v1' }, 'invalid_target'],
    ['prompt=none', { prompt: 'none' }, 'consent_required'],
    ['prompt=none and another', { prompt: 'none login' }, 'invalid_request'],
    ['a prompt that there is not', { prompt: 'create' }, 'invalid_request'],
  ])('%s', async (_, parameters, error) => {
    const { url, state } = await program.begin(parameters);
    const { status, location } = await ask(url);
    const back = new URL(location ?? '');
    expect(status).toBe(303);
    expect(`${back.origin}${back.pathname}`).toBe(REDIRECT);
    const told = Object.fromEntries(back.searchParams);
    expect(told).toMatchObject({ error, state, iss: at.baseUrl });
    expect([told['code'], back.hash]).toEqual([undefined, '']);
  });

  test('a response type that there is not, beside what the redirect address asks itself', async () => {
    const redirect_uri = `${REDIRECT}?kept=1`;
    const asking = await OAuthProgram.register(at.baseUrl, { redirect_uris: [redirect_uri] });
    const { url } = await asking.begin({ redirect_uri, response_type: 'token' });
    expect((await ask(url)).location).toMatch(/\?kept=1&error=unsupported_response_type&/);
  });

  test.each(['state', 'scope', 'code_challenge', 'response_type'])('%s twice', async (name) => {
    const url = new URL((await program.begin()).url);
    url.searchParams.append(name, url.searchParams.get(name) ?? '');
    const { location } = await ask(url.href);
    expect(new URL(location ?? '').searchParams.get('error')).toBe('invalid_request');
  });

  test('a resource of ours with a path or port of its own', async () => {
    for (const resource of [
      `${at.baseUrl}/v2`,
      `${at.baseUrl}/mcp/`,
      `${at.baseUrl}/MCP`,
      `${at.baseUrl}0`,
    ]) {
      const { location } = await ask((await program.begin({ resource })).url);
      expect(new URL(location ?? '').searchParams.get('error')).toBe('invalid_target');
    }
  });

  test('another resource, and is told the one that there is', async () => {
    const { location } = await ask((await program.begin({ resource: `${at.baseUrl}/v2` })).url);
    const told = new URL(location ?? '').searchParams.get('error_description');
    expect(told).toBe(`the only resource is ${at.baseUrl}`);
  });
});

test.each<Record<string, string>>([
  { nothing: 'x' },
  { nonce: 'n' },
  { max_age: 'soon' },
  { acr_values: 'urn:gold', claims_locales: 'de', claims: '{' },
  { id_token_hint: 'e30.e30.' },
  { registration: '{}' },
  { response_mode: '' },
  { prompt: '', request: '', request_uri: '', resource: '' },
])('a parameter that means nothing here or has no value changes nothing: %j', async (more) => {
  for (const scope of ['video:read', 'openid video:read']) {
    const { url } = await program.begin({ ...more, scope });
    expect((await ask(url)).location).toMatch(/^\/oauth\/consent\//);
  }
});

describe('who we are is configured', () => {
  const forged = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '192.0.2.1',
    forwarded: 'host=evil.example;proto=https',
    'x-original-url': '/evil',
  };

  test('no header of a request changes the issuer or an endpoint', async () => {
    for (const path of [
      'oauth-authorization-server',
      'openid-configuration',
      'oauth-protected-resource/mcp',
    ]) {
      const told = await (
        await fetch(`${at.baseUrl}/.well-known/${path}`, { headers: forged })
      ).text();
      expect(told).toContain(`"${at.baseUrl}`);
      expect(told).not.toMatch(/evil|https:/);
    }
  });

  test('nor where a person is sent on', async () => {
    const { url } = await program.begin();
    const answer = await fetch(url, { redirect: 'manual', headers: forged });
    expect(answer.headers.get('location')).toMatch(/^\/oauth\/consent\//);
    expect(answer.headers.getSetCookie().join()).not.toMatch(/evil|domain=/i);
  });
});

test('what the library has beyond this is shut, in the words of any path that there is not', async () => {
  for (const path of [
    '/oauth/me',
    '/oauth/introspect',
    '/oauth/end/confirm',
    '/session/end/confirm',
    '/oauth/request',
    '/oauth/device',
    '/interaction/x',
    '/oauth/register/x',
    '/.well-known/webfinger',
    '/oauth/',
  ]) {
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(at.baseUrl + path, { method });
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { error: { type: 'invalid_request', message: expect.stringContaining(` ${path} `) } },
      ]);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    }
  }
});
