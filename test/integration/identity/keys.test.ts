import { ApiKeyList, NewApiKey } from '../../../layers/domain/accounts/api-keys.ts';
import { RotatedWebhookSecret } from '../../../layers/domain/webhooks/webhook-secret.ts';
import { suiteOAuthService } from '../../support/oauth-service.ts';
import { signedIn } from '../../support/signed-in.ts';

const { tables, service, administer } = await suiteOAuthService();
let org: string;
let cookie: string;

beforeEach(async () => {
  org = (await administer.createOrg('pro', 10_000 as never)).org_id;
  ({ cookie } = await signedIn(tables, org));
});

const call = (
  method: string,
  path: string,
  body?: object,
  as: Record<string, string> = { cookie },
) =>
  fetch(service.baseUrl + path, {
    method,
    headers: {
      origin: service.baseUrl,
      ...as,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
const json = async (response: Promise<Response>) => {
  const answer = await response;
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const keys = async () => ApiKeyList.parse((await json(call('GET', '/v1/keys'))).body).keys;
const make = async (name: string) =>
  NewApiKey.parse((await json(call('POST', '/v1/keys', { name }))).body);

test('a key that a person makes works at once, is told once, and tells when it was used', async () => {
  const made = await make(' harbour server ');
  expect(made).toMatchObject({ name: 'harbour server', last4: made.key.slice(-4) });
  const [listed, first] = await keys();
  const { key, ...shown } = made;
  expect(listed).toEqual({ ...shown, last_used_at: null });
  expect(first?.name).toBe('first');
  const credits = call('GET', '/v1/credits', undefined, { authorization: `Bearer ${key}` });
  expect((await json(credits)).body).toMatchObject({ org_id: org, wallet: 'topup' });
  const [used] = await keys();
  expect(Date.now() - Date.parse(used?.last_used_at ?? '')).toBeLessThan(120_000);
  expect(Date.parse(used?.last_used_at ?? '')).toBeGreaterThanOrEqual(Date.parse(made.created_at));
  expect(JSON.stringify(await keys())).not.toContain(key.slice(8, 30));
});

test('a key is named anew, and goes on working under either name', async () => {
  const { key, key_id } = await make('before');
  const renamed = await json(call('PATCH', `/v1/keys/${key_id}`, { name: 'after' }));
  expect(renamed).toMatchObject({ status: 200, body: { key_id, name: 'after' } });
  expect((await keys()).map(({ name }) => name)).toEqual(['after', 'first']);
  const by = { authorization: `Bearer ${key}` };
  expect((await call('GET', '/v1/credits', undefined, by)).status).toBe(200);
});

test('a revoked key is refused from that moment on, and its last use does not bring it back', async () => {
  const { key, key_id } = await make('short-lived');
  const by = { authorization: `Bearer ${key}` };
  const uses = Array.from({ length: 5 }, () => call('GET', '/v1/credits', undefined, by));
  const revoked = await json(call('DELETE', `/v1/keys/${key_id}`));
  await Promise.all(uses);
  expect(revoked).toEqual({ status: 200, body: { key_id, revoked: true } });
  expect((await call('GET', '/v1/credits', undefined, by)).status).toBe(401);
  expect((await keys()).map(({ name }) => name)).toEqual(['first']);
  expect((await call('DELETE', `/v1/keys/${key_id}`)).status).toBe(404);
});

test("another organization's key is not found, and stays", async () => {
  const other = (await administer.createOrg('pro', 0 as never)).org_id;
  const { cookie: theirs } = await signedIn(tables, other);
  const { key_id } = await make('mine');
  for (const [method, body] of [['PATCH', { name: 'x' }], ['DELETE']] as const) {
    const refused = call(method, `/v1/keys/${key_id}`, body, { cookie: theirs });
    expect(await json(refused)).toMatchObject({
      status: 404,
      body: { error: { type: 'video_not_found', message: expect.stringContaining('key') } },
    });
  }
  expect((await keys())[0]?.name).toBe('mine');
});

test.each([
  {},
  { name: '' },
  { name: ' ' },
  { name: 'a'.repeat(101) },
  { name: 'a\nb' },
  { name: 'laptop \u202etekcit' },
  { name: 1 },
])('%j names no key', async (body) => {
  expect((await call('POST', '/v1/keys', body)).status).toBe(400);
  expect(await keys()).toHaveLength(1);
});

test('an organization has a hundred keys at most', async () => {
  for (let made = 1; made < 100; made += 1) await administer.createKey(org, 'x');
  const refused = await json(call('POST', '/v1/keys', { name: 'one too many' }));
  expect(refused).toMatchObject({ status: 400, body: { error: { type: 'invalid_request' } } });
});

test('the secret of webhooks is made anew by a person', async () => {
  const before = await administer.webhookSecret(org);
  const { secret, previous_signs_until } = RotatedWebhookSecret.parse(
    (await json(call('POST', '/v1/webhook-secret/rotate'))).body,
  );
  expect(secret).not.toBe(before);
  expect(await administer.webhookSecret(org)).toBe(secret);
  const hours = (Date.parse(previous_signs_until) - Date.now()) / 3600_000;
  expect(hours).toBeGreaterThan(23.9);
});
