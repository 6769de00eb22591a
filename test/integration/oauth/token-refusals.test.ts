import { OAuthProgram, REDIRECT } from '../../support/oauth-client.ts';
import { suiteOAuthService } from '../../support/oauth-service.ts';

const at = await suiteOAuthService();
const program = await OAuthProgram.register(at.baseUrl);
const other = await OAuthProgram.register(at.baseUrl, { client_name: 'Another' });
const { browser } = await at.person();

type Fields = Readonly<Record<string, string | undefined>>;

const sent = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** What is made once for several tests, none of which may use it up. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** A redemption that would be right, with some of it replaced. */
async function redemption(replaced: Fields = {}): Promise<Record<string, string>> {
  const { verifier, answer } = await program.code(browser);
  return sent({
    grant_type: 'authorization_code',
    client_id: program.client.client_id,
    code: answer.get('code') ?? '',
    redirect_uri: REDIRECT,
    code_verifier: verifier,
    ...replaced,
  });
}

const opens = async (token: string) => (await at.call(token)).status === 200;

describe('a code is not redeemed', () => {
  const unspent = once(redemption);

  test.each<[string, () => Fields, string]>([
    ['with another verifier', () => ({ code_verifier: 'y'.repeat(43) }), 'invalid_grant'],
    ['without a verifier', () => ({ code_verifier: undefined }), 'invalid_grant'],
    ['with an empty verifier', () => ({ code_verifier: '' }), 'invalid_grant'],
    [
      'with a verifier of 42 characters',
      () => ({ code_verifier: 'y'.repeat(42) }),
      'invalid_request',
    ],
    [
      'with a verifier that is none',
      () => ({ code_verifier: `${'y'.repeat(43)}!` }),
      'invalid_request',
    ],
    ['by another client', () => ({ client_id: other.client.client_id }), 'invalid_grant'],
    ['by a client that nobody registered', () => ({ client_id: 'invented' }), 'invalid_client'],
    ['by nobody', () => ({ client_id: undefined }), 'invalid_request'],
    [
      'for another redirect address',
      () => ({ redirect_uri: 'http://127.0.0.1:7778/callback' }),
      'invalid_grant',
    ],
    ['when it is invented', () => ({ code: 'invented' }), 'invalid_grant'],
    ['when it is missing', () => ({ code: undefined }), 'invalid_request'],
    ['for another resource', () => ({ resource: 'https://evil.example' }), 'invalid_target'],
    ['without a grant type', () => ({ grant_type: undefined }), 'invalid_request'],
    ['as a password', () => ({ grant_type: 'password' }), 'unsupported_grant_type'],
    [
      'as client credentials',
      () => ({ grant_type: 'client_credentials' }),
      'unsupported_grant_type',
    ],
    ['implicitly', () => ({ grant_type: 'implicit' }), 'unsupported_grant_type'],
    [
      'by token exchange',
      () => ({ grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange' }),
      'unsupported_grant_type',
    ],
    [
      'as a refresh token',
      () => ({ grant_type: 'refresh_token', refresh_token: 'ort_invented' }),
      'invalid_grant',
    ],
  ])('%s', async (_, replaced, error) => {
    const answer = await at.post('/oauth/token', sent({ ...(await unspent()), ...replaced() }));
    expect([400, 401]).toContain(answer.status);
    expect(answer.body).toMatchObject({ error });
    expect(answer.body).not.toHaveProperty('access_token');
  });

  test.each([
    ['another resource', ['https://evil.example']],
    ['this service and another resource', ['', '/mcp', 'https://evil.example']],
  ])('for %s, and it can still be redeemed without', async (_, resources) => {
    const fields = await redemption();
    const named = resources.map((resource): [string, string] => [
      'resource',
      resource.startsWith('https:') ? resource : at.baseUrl + resource,
    ]);
    const refused = await at.post('/oauth/token', [...Object.entries(fields), ...named]);
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_target' } });
    const { body } = await at.post('/oauth/token', fields);
    expect(await opens(body.access_token)).toBe(true);
  });

  test('bound to a key: tokens are bearers', async () => {
    const { verifier, answer } = await program.code(browser, { dpop_jkt: 'x'.repeat(43) });
    expect(await program.redeem(answer, verifier)).toMatchObject({ token_type: 'bearer' });
  });

  test('with the challenge itself', async () => {
    const verifier = 'v'.repeat(43);
    const { answer } = await program.code(browser, { code_challenge: verifier });
    const fields = await redemption({ code: answer.get('code') ?? '', code_verifier: verifier });
    expect((await at.post('/oauth/token', fields)).body).toMatchObject({ error: 'invalid_grant' });
  });

  test('after a minute', async () => {
    const fields = await redemption();
    await at.expire('AuthorizationCode', String(fields['code']));
    expect((await at.post('/oauth/token', fields)).body).toMatchObject({ error: 'invalid_grant' });
  });

  test('with a parameter twice', async () => {
    const fields = Object.entries(await redemption());
    for (const name of ['code', 'client_id', 'code_verifier', 'grant_type']) {
      const twice = [...fields, ...fields.filter(([field]) => field === name)] as [
        string,
        string,
      ][];
      expect((await at.post('/oauth/token', twice)).body).toMatchObject({
        error: 'invalid_request',
      });
    }
  });

  test.each<[string, (fields: URLSearchParams) => RequestInit, number]>([
    ['by GET', () => ({ method: 'GET' }), 405],
    [
      'as JSON',
      (fields) => ({
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(Object.fromEntries(fields)),
      }),
      400,
    ],
    [
      'as a form of parts',
      (fields) => {
        const body = new FormData();
        for (const [name, value] of fields) body.set(name, value);
        return { body };
      },
      400,
    ],
    [
      'with 64 KB beside it',
      (fields) => ({ body: new URLSearchParams([...fields, ['x', 'x'.repeat(64 * 1024)]]) }),
      400,
    ],
    [
      'with a password of the client',
      (fields) => ({ body: fields, headers: { authorization: `Basic ${btoa('x:y')}` } }),
      400,
    ],
  ])('%s', async (_, init, status) => {
    const fields = new URLSearchParams(await unspent());
    const answer = await fetch(`${at.baseUrl}/oauth/token`, { method: 'POST', ...init(fields) });
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toContain('oat_');
  });

  test('from the query', async () => {
    const fields = new URLSearchParams(await unspent());
    const answer = await fetch(`${at.baseUrl}/oauth/token?${fields}`, { method: 'POST' });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.not.stringContaining('oat_'),
    ]);
  });

  test('by any of these, and is still good for who asks as it should', async () => {
    const { body } = await at.post('/oauth/token', await unspent());
    expect(await opens(body.access_token)).toBe(true);
  });

  test('a second time, and what came of the first is over', async () => {
    const fields = await redemption();
    const first = await at.post('/oauth/token', fields);
    expect(await opens(first.body.access_token)).toBe(true);
    expect((await at.post('/oauth/token', fields)).body).toMatchObject({ error: 'invalid_grant' });
    expect(await opens(first.body.access_token)).toBe(false);
    await expect(program.refresh(first.body.refresh_token)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });
});

describe('a refresh token is not taken', () => {
  const unspent = once(() => program.connect(browser, { scope: 'video:read' }));
  const refresh = async (replaced: Fields) => {
    const held = await unspent();
    const client_id = program.client.client_id;
    const fields = {
      grant_type: 'refresh_token',
      client_id,
      refresh_token: held.refresh,
      ...replaced,
    };
    return { held, answer: await at.post('/oauth/token', sent(fields)) };
  };

  test.each<[string, () => Fields, string]>([
    ['from another client', () => ({ client_id: other.client.client_id }), 'invalid_grant'],
    ['that is invented', () => ({ refresh_token: 'ort_invented' }), 'invalid_grant'],
    ['that is missing', () => ({ refresh_token: undefined }), 'invalid_request'],
    ['that is a key', () => ({ refresh_token: at.org.api_key }), 'invalid_grant'],
    ['for more than was approved', () => ({ scope: 'video:read account:read' }), 'invalid_scope'],
    ['for a scope that there is not', () => ({ scope: 'video:write' }), 'invalid_scope'],
    ['for another resource', () => ({ resource: 'https://evil.example' }), 'invalid_target'],
  ])('%s', async (_, replaced, error) => {
    expect((await refresh(replaced())).answer.body).toMatchObject({ error });
  });

  test('that is an access token', async () => {
    const { access } = await unspent();
    expect((await refresh({ refresh_token: access })).answer.body).toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('by any of these, and stays good: scopes that there are not are left out beside one that there is', async () => {
    const { held, answer } = await refresh({ scope: 'openid video:read offline_access' });
    expect(answer.body).toMatchObject({ scope: held.scope, token_type: 'Bearer' });
  });

  test('after 30 days', async () => {
    const { refresh: token } = await program.connect(browser);
    await at.expire('RefreshToken', token);
    await expect(program.refresh(token)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('a second time, and the whole family is over', async () => {
    const first = await program.connect(browser);
    const second = await program.refresh(first.refresh);
    const third = await program.refresh(second.refresh_token ?? '');
    expect(await opens(third.access_token)).toBe(true);
    await expect(program.refresh(first.refresh)).rejects.toMatchObject({ error: 'invalid_grant' });
    for (const token of [first.access, second.access_token, third.access_token]) {
      expect(await opens(token)).toBe(false);
    }
    await expect(program.refresh(third.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });
});

describe('a revocation', () => {
  test('by another client changes nothing, and does not say so', async () => {
    const { access, refresh } = await program.connect(browser);
    for (const token of [access, refresh]) await other.revoke(token);
    expect(await opens(access)).toBe(true);
    expect((await program.refresh(refresh)).token_type).toBe('bearer');
  });

  test('of what there is not is answered as any', async () => {
    const client_id = program.client.client_id;
    for (const token of ['oat_invented', 'ort_invented', 'x', at.org.api_key]) {
      expect(await at.post('/oauth/revoke', { client_id, token })).toEqual({
        status: 200,
        body: '',
      });
    }
    expect((await at.call(at.org.api_key)).status).toBe(200);
  });

  test('by nobody, of nothing, or of a code is refused or does nothing', async () => {
    const client_id = program.client.client_id;
    expect((await at.post('/oauth/revoke', { token: 'x' })).body).toMatchObject({
      error: 'invalid_request',
    });
    expect((await at.post('/oauth/revoke', { client_id })).body).toMatchObject({
      error: 'invalid_request',
    });
    expect(
      (await at.post('/oauth/revoke', { client_id: 'invented', token: 'x' })).body,
    ).toMatchObject({ error: 'invalid_client' });
    const fields = await redemption();
    await at.post('/oauth/revoke', { client_id, token: String(fields['code']) });
    expect((await at.post('/oauth/token', fields)).status).toBe(200);
  });
});

test('a program that brought a header of its own is told by one that it was refused', async () => {
  const { status, headers } = await fetch(`${at.baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${program.client.client_id}:secret`)}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code: 'x' }),
  });
  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toMatch(/^Basic realm=".+", error="invalid_client"/);
});

test('an answer that another server signed, or that lacks its state, is not taken', async () => {
  const { answer } = await program.code(browser);
  const back = new URL(`${REDIRECT}?${answer}`);
  const state = answer.get('state') ?? '';
  const changed = (name: string, value?: string) => {
    const url = new URL(back);
    url.searchParams.delete(name);
    if (value !== undefined) url.searchParams.set(name, value);
    return url;
  };
  for (const wrong of [
    changed('iss', 'https://evil.example'),
    changed('iss'),
    changed('state'),
    changed('state', 'x'),
  ]) {
    expect(() => program.callback(wrong, state)).toThrow();
  }
});

test('a browser of another origin may ask for tokens, and reads no cookie-borne answer', async () => {
  const origin = 'https://app.example';
  const asked = await fetch(`${at.baseUrl}/oauth/token`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  });
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-origin')).toBe(origin);
  expect(asked.headers.get('access-control-allow-credentials')).toBeNull();
  const { url } = await program.begin();
  const page = await fetch(url, { headers: { origin }, redirect: 'manual' });
  expect(page.headers.get('access-control-allow-origin')).toBeNull();
});

test.each([
  ['/oauth/token', 'POST, OPTIONS'],
  ['/oauth/revoke', 'POST, OPTIONS'],
  ['/oauth/register', 'POST, OPTIONS'],
  ['/.well-known/oauth-authorization-server', 'GET, HEAD, OPTIONS'],
])('OPTIONS of %s tells what it takes, also to what is no browser', async (path, allow) => {
  for (const headers of [{}, { origin: 'https://app.example' }]) {
    const told = await fetch(at.baseUrl + path, { method: 'OPTIONS', headers });
    expect([told.status, told.headers.get('allow')]).toEqual([204, allow]);
  }
});
