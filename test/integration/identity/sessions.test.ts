import { SessionResult } from '../../../layers/domain/identity/session-result.ts';
import { suiteOAuthService } from '../../support/oauth-service.ts';
import { signedIn } from '../../support/signed-in.ts';

const { tables, service, org } = await suiteOAuthService();

const call = (method: string, path: string, headers: Record<string, string>, body?: object) =>
  fetch(service.baseUrl + path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
const errorOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: { type: string; reason?: string } };
  return [response.status, error.type, error.reason];
};

test('a session says who is signed in, spends the plan, and takes every GET of the interface', async () => {
  const { cookie, email, user_id } = await signedIn(tables, org.org_id);
  const told = await call('GET', '/v1/session', { cookie });
  expect(told.status).toBe(200);
  expect(SessionResult.parse(await told.json())).toMatchObject({
    email,
    user_id,
    org_id: org.org_id,
    role: 'owner',
    organizations: [{ org_id: org.org_id, role: 'owner' }],
  });
  const credits = await call('GET', '/v1/credits', { cookie });
  expect(await credits.json()).toMatchObject({ org_id: org.org_id, wallet: 'plan' });
  expect((await call('GET', '/v1/jobs', { cookie })).status).toBe(200);
});

test('a key is not a person', async () => {
  const headers = { authorization: `Bearer ${org.api_key}` };
  const refused = await call('GET', '/v1/session', headers);
  expect(refused.headers.get('www-authenticate')).toBe(
    `Bearer error="insufficient_scope", resource_metadata="${service.baseUrl}/.well-known/oauth-protected-resource"`,
  );
  expect(await errorOf(refused)).toEqual([403, 'insufficient_scope', 'person_required']);
});

test.each<[string, (own: string) => Record<string, string>]>([
  ['no Origin', () => ({})],
  ['an opaque Origin', () => ({ origin: 'null' })],
  ['another host', () => ({ origin: 'https://evil.example' })],
  ['another port', (own) => ({ origin: own.replace(/\d+$/, '1') })],
  ['another scheme', (own) => ({ origin: own.replace('http:', 'https:') })],
  ['our Origin with a path', (own) => ({ origin: `${own}/` })],
  ['a host that begins with ours', (own) => ({ origin: `${own}.evil.example` })],
  ['our Origin with user information', (own) => ({ origin: own.replace('//', '//a@') })],
])('by cookie with %s nothing is changed', async (_, headersOf) => {
  const { cookie } = await signedIn(tables, org.org_id);
  const headers = { cookie, ...headersOf(service.baseUrl) };
  for (const [method, path] of [
    ['DELETE', '/v1/session'],
    ['POST', '/v1/frames'],
    ['POST', '/v1/uploads/tickets'],
  ] as const) {
    const refused = await call(method, path, headers, method === 'POST' ? {} : undefined);
    expect(await errorOf(refused)).toEqual([403, 'insufficient_scope', 'foreign_origin']);
  }
  expect((await call('GET', '/v1/session', { cookie })).status).toBe(200);
});

test('by cookie with our own Origin a call is made as by any credential', async () => {
  const { cookie } = await signedIn(tables, org.org_id);
  const names = [service.baseUrl, service.baseUrl.replace('127.0.0.1', 'localhost')];
  for (const origin of names) {
    const ticket = await call('POST', '/v1/uploads/tickets', { cookie, origin }, {});
    expect(ticket.status).toBe(200);
  }
});

test('what a page shows of another organization is nothing that its call acts for', async () => {
  const { cookie } = await signedIn(tables, org.org_id);
  const own = { cookie, origin: service.baseUrl, 'x-shown-organization': org.org_id };
  const other = { ...own, 'x-shown-organization': 'org_01KAH2K1A4B8C0D3E5F6G9H1J3' };
  expect((await call('GET', '/v1/keys', own)).status).toBe(200);
  for (const [method, path, body] of [
    ['GET', '/v1/keys'],
    ['POST', '/v1/uploads/tickets', {}],
    ['POST', '/v1/members', { email: 'ada@example.com' }],
  ] as const) {
    const refused = await call(method, path, other, body);
    expect(await errorOf(refused)).toEqual([403, 'insufficient_scope', 'other_organization']);
  }
});

test('who signs out is out at once, and the browser forgets the cookie', async () => {
  const { cookie } = await signedIn(tables, org.org_id);
  const other = await signedIn(tables, org.org_id);
  const out = await call('DELETE', '/v1/session', { cookie, origin: service.baseUrl });
  expect(await out.json()).toEqual({ signed_out: true });
  expect(out.headers.get('set-cookie')).toBe(
    'video_reader_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
  );
  expect(await errorOf(await call('GET', '/v1/session', { cookie }))).toEqual([
    401,
    'unauthorized',
    undefined,
  ]);
  expect((await call('GET', '/v1/session', { cookie: other.cookie })).status).toBe(200);
});

test.each([
  ['two sessions', (cookie: string, other: string) => `${cookie}; ${other}`],
  ['a session under another name', (cookie: string) => cookie.replace('video_', 'Video_')],
  ['a digest instead of the secret', () => `video_reader_session=${'0'.repeat(64)}`],
  ['a key', () => `video_reader_session=${org.api_key}`],
  ['nothing', () => 'video_reader_session='],
])('%s as a cookie lets nobody in', async (_, cookieOf) => {
  const [one, two] = [await signedIn(tables, org.org_id), await signedIn(tables, org.org_id)];
  const refused = await call('GET', '/v1/session', { cookie: cookieOf(one.cookie, two.cookie) });
  expect(await errorOf(refused)).toEqual([401, 'unauthorized', undefined]);
});
