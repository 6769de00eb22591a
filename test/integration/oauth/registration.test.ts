import { OAuthProgram } from '../../support/oauth-client.ts';
import { suiteOAuthService } from '../../support/oauth-service.ts';

const at = await suiteOAuthService();
afterEach(() => at.forgetRegistrations());

const CALLBACK = 'https://app.example/callback';

const register = async (metadata: object | string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${at.baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
  });
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as { error?: string; client_id?: string },
  };
};

test('a client is told what it was registered as: public, without a secret, for both scopes', async () => {
  const { status, body } = await register({
    redirect_uris: [CALLBACK, 'http://localhost/cb', 'http://127.0.0.1:1/cb', 'http://[::1]:2/cb'],
    client_name: 'Näme 名前 🎬',
    client_uri: 'https://app.example',
    logo_uri: 'https://app.example/logo.png',
    scope: 'openid video:read',
    application_type: 'web',
    software_id: 'a-program',
    software_version: '1.2',
    something: 'else',
  });
  expect(status).toBe(201);
  expect(body).toEqual({
    client_id: expect.stringMatching(/^[\w-]{43}$/),
    client_id_issued_at: expect.any(Number),
    client_name: 'Näme 名前 🎬',
    client_uri: 'https://app.example',
    logo_uri: 'https://app.example/logo.png',
    software_id: 'a-program',
    software_version: '1.2',
    application_type: 'native',
    redirect_uris: expect.arrayContaining([CALLBACK]),
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: 'video:read account:read',
  });
});

test.each<object>([
  { id_token_signed_response_alg: 'RS256', subject_type: 'pairwise', default_max_age: 'x' },
  { initiate_login_uri: 'http://app.example', default_acr_values: ['x'] },
  { sector_identifier_uri: 'https://127.0.0.1/x', jwks: 'x', jwks_uri: 'javascript:x' },
  { dpop_bound_access_tokens: 'x', request_uris: 7, post_logout_redirect_uris: ['x'] },
])('what a client says beyond OAuth is left out: %j', async (more) => {
  const { status, body } = await register({ redirect_uris: [CALLBACK], ...more });
  expect(status).toBe(201);
  for (const name of Object.keys(more)) expect(body).not.toHaveProperty(name);
});

test('a member that is null is as good as none', async () => {
  const nothing = { client_name: null, client_uri: null, logo_uri: null, contacts: null };
  const methods = { grant_types: null, response_types: null, token_endpoint_auth_method: null };
  const { status, body } = await register({ redirect_uris: [CALLBACK], ...nothing, ...methods });
  expect(status).toBe(201);
  expect(body).toMatchObject({ grant_types: ['authorization_code', 'refresh_token'] });
  for (const name of Object.keys(nothing)) expect(body).not.toHaveProperty(name);
});

test('further grants and response types are left out, and the client is told what is left', async () => {
  const { status, body } = await register({
    redirect_uris: [CALLBACK],
    grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'authorization_code'],
    response_types: ['code', 'token', 'code id_token'],
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ grant_types: ['authorization_code'], response_types: ['code'] });
});

test('a client that wants no refresh tokens gets none', async () => {
  const program = await OAuthProgram.register(at.baseUrl, { grant_types: ['authorization_code'] });
  const { browser } = await at.person();
  const held = await program.connect(browser);
  expect(held.access).toMatch(/^oat_/);
  expect(held.refresh).toBe('');
});

describe('a redirect address is not taken', () => {
  test.each<[string, unknown]>([
    ['on the internet without TLS', 'http://app.example/callback'],
    ['in a private network without TLS', 'http://192.168.0.1/callback'],
    ['at another loopback address', 'http://127.0.0.2/callback'],
    ['at any address', 'http://0.0.0.0/callback'],
    ['at localhost by TLS', 'https://localhost/callback'],
    ['at a name that begins as localhost', 'http://localhost.evil.example/callback'],
    ['with a scheme of its own', 'com.example.app:/callback'],
    ['with a scheme of its own and a host', 'cursor://callback'],
    ['that runs', 'javascript:alert(1)'],
    ['that is data', 'data:text/html,<script>alert(1)</script>'],
    ['that is a file', 'file:///etc/passwd'],
    ['that is a blob', 'blob:https://app.example/1'],
    ['that is a socket', 'wss://app.example/callback'],
    ['for a page out of band', 'urn:ietf:wg:oauth:2.0:oob'],
    ['with a fragment', `${CALLBACK}#here`],
    ['with an empty fragment', `${CALLBACK}#`],
    ['with a user', 'https://user@app.example/callback'],
    ['with a user and password', 'https://user:secret@app.example/callback'],
    ['with an empty user', 'https://@app.example/callback'],
    ['with a user behind one slash', 'https:/user@app.example/callback'],
    ['with a host behind three slashes', 'https:///app.example/callback'],
    ['with a host behind none', 'https:app.example/callback'],
    ['at localhost behind no slashes', 'http:localhost/callback'],
    ['with a wildcard for a host', 'https://*.example/callback'],
    ['with a wildcard for a path', 'https://app.example/*'],
    ['with a backslash', 'https://app.example\\@evil.example/callback'],
    ['with a tab', 'https://app.example/call\tback'],
    ['with a line break', 'https://app.example/call\nback'],
    ['with a space before it', ` ${CALLBACK}`],
    ['with letters beyond ASCII', 'https://аpp.example/callback'],
    ['without a scheme', '//app.example/callback'],
    ['that is relative', '/callback'],
    ['that is empty', ''],
    ['that is no text', 7],
    ['that is an object', { href: CALLBACK }],
    ['of 2,001 characters', `${CALLBACK}?${'x'.repeat(2001)}`],
  ])('%s', async (_, address) => {
    for (const redirect_uris of [[address], [CALLBACK, address]]) {
      const { status, body } = await register({ redirect_uris });
      expect([status, body.error]).toEqual([400, 'invalid_redirect_uri']);
    }
  });

  test.each<[string, unknown]>([
    ['eleven', Array.from({ length: 11 }, (_, i) => `${CALLBACK}/${i}`)],
    ['none', []],
    ['a text instead of a list', CALLBACK],
    ['nothing', undefined],
    ['null', null],
  ])('when there are %s', async (_, redirect_uris) => {
    const { status, body } = await register({ redirect_uris });
    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri']);
  });
});

describe('a client is not taken', () => {
  test.each<[string, object]>([
    ['with a secret in its header', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['with a secret in its body', { token_endpoint_auth_method: 'client_secret_post' }],
    ['with a signature', { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [] } }],
    ['for a password', { grant_types: ['password'] }],
    ['for client credentials', { grant_types: ['client_credentials'] }],
    ['for a device', { grant_types: ['urn:ietf:params:oauth:grant-type:device_code'] }],
    ['for tokens without a code', { response_types: ['token'] }],
    ['for id tokens', { response_types: ['code id_token'] }],
    ['with a name of 101 characters', { client_name: 'x'.repeat(101) }],
    ['with an empty name', { client_name: '' }],
    ['with a name of spaces', { client_name: '   ' }],
    ['with a name of two lines', { client_name: 'A\nB' }],
    ['with a name that turns around', { client_name: 'Video \u202Eredaer' }],
    ['with a name of no width', { client_name: '\u200B' }],
    ['with a name of half a character', { client_name: 'A \ud83c' }],
    ['with a name that is no text', { client_name: { toString: 'x' } }],
    ['with a page that runs', { client_uri: 'javascript:alert(1)' }],
    ['with a logo that runs', { logo_uri: 'data:text/html,x' }],
  ])('%s', async (_, more) => {
    const { status, body } = await register({ redirect_uris: [CALLBACK], ...more });
    expect(status).toBe(400);
    expect(body.error).toMatch(/^invalid_(client_metadata|request)$/);
    expect(body).not.toHaveProperty('client_id');
  });

  test('with a secret, and is told that programs have none here', async () => {
    const secret = { token_endpoint_auth_method: 'client_secret_post' };
    const { body } = await register({ redirect_uris: [CALLBACK], ...secret });
    expect(body).toMatchObject({
      error: 'invalid_client_metadata',
      error_description: expect.stringContaining('token_endpoint_auth_method must be none'),
    });
  });

  test.each<[string, string]>([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['nothing', ''],
    ['a thousand brackets', '['.repeat(1000)],
  ])('as %s', async (_, body) => {
    const answer = await register(body);
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
  });

  test('as a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await register(`redirect_uris=${CALLBACK}`, headers)).status).toBe(400);
  });

  test('with more than 8 KB', async () => {
    const answer = await register({
      redirect_uris: [CALLBACK],
      software_statement: 'x'.repeat(8192),
    });
    expect([answer.status, answer.body.error]).toEqual([413, 'invalid_client_metadata']);
  });

  test('with an id of its own choice', async () => {
    const chosen = await register({
      redirect_uris: [CALLBACK],
      client_id: 'mine',
      client_secret: 'x',
    });
    expect(chosen.body.client_id).not.toBe('mine');
    expect(chosen.body).not.toHaveProperty('client_secret');
  });

  test('with members that belong to objects themselves', async () => {
    const body = `{"redirect_uris":["${CALLBACK}"],"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}`;
    expect((await register(body)).status).toBe(201);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

test('a page of any origin may register', async () => {
  const origin = 'https://app.example';
  const asked = await fetch(`${at.baseUrl}/oauth/register`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  });
  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  const { headers } = await register({ redirect_uris: [CALLBACK] }, { origin });
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-allow-credentials')).toBeNull();
});
