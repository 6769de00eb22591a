import { OAuthProgram } from '../../support/oauth-client.ts';
import { suiteOAuthService } from '../../support/oauth-service.ts';

type Connected = Awaited<ReturnType<OAuthProgram['connect']>>;

const at = await suiteOAuthService();
const program = await OAuthProgram.register(at.baseUrl);
const { browser } = await at.person();

const opens = async (token: string) => (await at.call(token)).status === 200;

describe('a bearer is not let in', () => {
  let good: Connected;
  beforeAll(async () => {
    good = await program.connect(browser);
  });
  const statusOf = async (path: string, init: RequestInit = {}) =>
    (await fetch(at.baseUrl + path, init)).status;

  test('with a refresh token, a code, or half a token', async () => {
    const held = await program.connect(browser);
    const { answer } = await program.code(browser);
    for (const wrong of [
      held.refresh,
      answer.get('code') ?? '',
      held.access.slice(0, -1),
      `${held.access}x`,
      held.access.replace('oat_', 'ort_'),
      held.access.replace('oat_', ''),
      held.access.toUpperCase(),
      'oat_',
      'oat_%00',
    ]) {
      expect((await at.call(wrong)).status).toBe(401);
    }
    expect(await opens(held.access)).toBe(true);
  });

  test('with a token in the query or the body', async () => {
    const { access } = good;
    expect(await statusOf(`/v1/jobs?access_token=${access}`)).toBe(401);
    const authorization = `Bearer ${access}`;
    expect(await statusOf(`/v1/jobs?access_token=${access}`, { headers: { authorization } })).toBe(
      400,
    );
    const body = new URLSearchParams({ access_token: access });
    expect(await statusOf('/v1/frames', { method: 'POST', body })).toBe(401);
  });

  test.each(['Basic', 'DPoP', 'Token', ''])('by the scheme %s', async (scheme) => {
    const { access } = good;
    expect(await statusOf('/v1/jobs', { headers: { authorization: `${scheme} ${access}` } })).toBe(
      401,
    );
  });

  test('after an hour', async () => {
    const { access } = await program.connect(browser);
    await at.expire('AccessToken', access);
    expect(await opens(access)).toBe(false);
  });

  test('once the grant is over, whatever is still stored', async () => {
    const { browser: own, user_id } = await at.person();
    const { access } = await program.connect(own);
    const [connection] = await at.connections.list(at.org.org_id, user_id);
    await at.expire('Grant', connection?.connection_id ?? '');
    expect(await opens(access)).toBe(false);
  });

  test('for what only a person may do', async () => {
    const { access } = good;
    const refused = await at.call(access, '/v1/session');
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ error: { reason: 'person_required' } });
  });

  test('beyond the scope that was approved', async () => {
    const { access } = await program.connect(browser, { scope: 'account:read' });
    const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' };
    const refused = await fetch(`${at.baseUrl}/v1/frames`, {
      method: 'POST',
      headers,
      body: '{"url":"https://example.com/a.mp4"}',
    });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", resource_metadata="${at.baseUrl}/.well-known/oauth-protected-resource", scope="video:read"`,
    );
  });
});
