import * as oauth from 'oauth4webapi';
import { dynamoAccountDirectory } from '../../../layers/adapters/dynamo/accounts/account-directory.ts';
import { dynamoPeople } from '../../../layers/adapters/dynamo/identity/people.ts';
import { decide, OAuthBrowser, openConsent } from '../../support/oauth-browser.ts';
import { OAuthProgram, REDIRECT } from '../../support/oauth-client.ts';
import { suiteOAuthService } from '../../support/oauth-service.ts';

const at = await suiteOAuthService();
const program = await OAuthProgram.register(at.baseUrl);

const statusOf = async (token: string, path?: string) => (await at.call(token, path)).status;

test('a program registers, is approved, and calls for the organization of the person', async () => {
  const { browser, user_id } = await at.person();
  const { access, refresh, scope } = await program.connect(browser);
  expect(access).toMatch(/^oat_[\w-]{43}$/);
  expect(refresh).toMatch(/^ort_[\w-]{43}$/);
  expect(scope).toBe('video:read account:read');
  const credits = await at.call(access, '/v1/credits');
  expect(await credits.json()).toMatchObject({ org_id: at.org.org_id, wallet: 'plan' });
  expect(await at.connections.list(at.org.org_id, user_id)).toEqual([
    {
      connection_id: expect.stringMatching(/^con_\w{26}$/),
      user_id,
      org_id: at.org.org_id,
      client_id: program.client.client_id,
      client_name: 'A test',
      redirect_host: '127.0.0.1:7777',
      scopes: ['video:read', 'account:read'],
      created_at: expect.any(String),
      last_used_at: expect.any(String),
    },
  ]);
});

test('an answer names its issuer, and so does an error', async () => {
  const { browser } = await at.person();
  for (const decision of ['allow', 'deny'] as const) {
    const { url, state } = await program.begin();
    const back = await decide(browser, url, decision);
    expect(`${back.origin}${back.pathname}`).toBe(REDIRECT);
    expect(back.searchParams.get('iss')).toBe(at.baseUrl);
    expect(back.searchParams.get('state')).toBe(state);
    expect(back.searchParams.get('error')).toBe(decision === 'deny' ? 'access_denied' : null);
  }
});

test('what is not approved is no connection, and neither is a code that nobody redeems', async () => {
  const { browser, user_id } = await at.person();
  await decide(browser, (await program.begin()).url, 'deny');
  await program.code(browser);
  expect(await at.connections.list(at.org.org_id, user_id)).toEqual([]);
});

test('a refresh gives new tokens, the old refresh token is used up, and the scope may shrink', async () => {
  const { browser } = await at.person();
  const first = await program.connect(browser);
  const second = await program.refresh(first.refresh, { scope: 'account:read' });
  expect(second.access_token).not.toBe(first.access);
  expect(second.refresh_token).not.toBe(first.refresh);
  expect(second.scope).toBe('account:read');
  expect(await statusOf(second.access_token)).toBe(200);
  expect(await statusOf(second.access_token, '/v1/videos/vid_01JZ0000000000000000000000')).not.toBe(
    200,
  );
});

test('a token that is revoked ends the whole connection, whichever of both it is', async () => {
  const { browser, user_id } = await at.person();
  for (const which of ['access', 'refresh'] as const) {
    const held = await program.connect(browser);
    expect(await statusOf(held.access)).toBe(200);
    await program.revoke(held[which]);
    expect(await statusOf(held.access)).toBe(401);
    await expect(program.refresh(held.refresh)).rejects.toMatchObject({ error: 'invalid_grant' });
  }
  expect(await at.connections.list(at.org.org_id, user_id)).toEqual([]);
});

test('a disconnect kills the tokens of that connection at once, and no others', async () => {
  const { browser, user_id } = await at.person();
  const [kept, cut] = [await program.connect(browser), await program.connect(browser)];
  const [newest] = await at.connections.list(at.org.org_id, user_id);
  expect(await at.connections.remove(at.org.org_id, user_id, newest?.connection_id ?? '')).toBe(
    true,
  );
  expect(await statusOf(cut.access)).toBe(401);
  expect(await statusOf(kept.access)).toBe(200);
  await expect(program.refresh(cut.refresh)).rejects.toMatchObject({ error: 'invalid_grant' });
  expect((await program.refresh(kept.refresh)).token_type).toBe('bearer');
});

test('nobody disconnects what another person connected, or from another organization', async () => {
  const [mine, theirs] = [await at.person(), await at.person()];
  const { access } = await program.connect(theirs.browser);
  const [connection] = await at.connections.list(at.org.org_id, theirs.user_id);
  const id = connection?.connection_id ?? '';
  expect(await at.connections.remove(at.org.org_id, mine.user_id, id)).toBe(false);
  expect(await at.connections.remove('org_another', theirs.user_id, id)).toBe(false);
  expect(await statusOf(access)).toBe(200);
  await at.connections.removeAll(theirs.user_id, 'org_another');
  expect(await statusOf(access)).toBe(200);
  await at.connections.removeAll(theirs.user_id);
  expect(await statusOf(access)).toBe(401);
});

test.each(['', '/', '/mcp', '/v1'])(
  'the resource %s of this service is its one audience',
  async (path) => {
    const { browser } = await at.person();
    const { access } = await program.connect(browser, { resource: `${at.baseUrl}${path}` });
    expect(await statusOf(access)).toBe(200);
  },
);

test('a program may name one entrance when it asks, and another when it redeems and refreshes', async () => {
  const { browser } = await at.person();
  const { verifier, answer } = await program.code(browser, { resource: `${at.baseUrl}/` });
  const resource = `${at.baseUrl}/mcp`;
  const tokens = await program.redeem(answer, verifier, { resource });
  const refreshed = await program.refresh(tokens.refresh_token ?? '', { resource });
  expect(await statusOf(refreshed.access_token)).toBe(200);
});

test('without a scope and a resource a program may read videos here, and nothing else', async () => {
  const { browser } = await at.person();
  for (const scope of [undefined, '']) {
    const held = await program.connect(browser, { scope, resource: undefined });
    expect(held.scope).toBe('video:read');
    const refused = await at.call(held.access);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toContain('scope="account:read"');
  }
});

test('scopes that there are not here are left out', async () => {
  const { browser } = await at.person();
  const held = await program.connect(browser, { scope: 'openid offline_access account:read' });
  expect(held.scope).toBe('account:read');
});

test.each(['login', 'consent', 'select_account', 'login consent'])(
  'a person is asked each time, and so prompt=%s is fulfilled',
  async (prompt) => {
    const { browser } = await at.person();
    await program.connect(browser);
    expect((await program.connect(browser, { prompt })).access).toMatch(/^oat_/);
  },
);

test('any port of a loopback address will do, and a browser may come by another name of this machine', async () => {
  const { browser } = await at.person();
  const { url } = await program.begin({ redirect_uri: 'http://127.0.0.1:51234/callback' });
  const back = await decide(browser, url.replace('127.0.0.1', 'localhost'));
  expect(back.host).toBe('127.0.0.1:51234');
});

test('who is not signed in is sent there first, and comes back to the same question', async () => {
  const stranger = new OAuthBrowser();
  const { url } = await program.begin();
  const { url: consent } = await openConsent(stranger, url);
  const sent = await stranger.open(consent);
  expect(sent.status).toBe(303);
  expect(sent.headers.get('location')).toBe(
    `/signin?return_to=${encodeURIComponent(new URL(consent).pathname)}`,
  );
});

test('the resource says where its authorization server is, at each of its entrances', async () => {
  for (const path of ['', '/mcp', '/v1']) {
    const resource = new URL(`${at.baseUrl}${path}`);
    const said = await oauth.resourceDiscoveryRequest(resource, {
      [oauth.allowInsecureRequests]: true,
    });
    const { authorization_servers, scopes_supported } =
      await oauth.processResourceDiscoveryResponse(resource, said);
    expect(authorization_servers).toEqual([at.baseUrl]);
    expect(scopes_supported).toEqual(['video:read', 'account:read']);
  }
});

test('HEAD tells no other length of a document than GET', async () => {
  const url = `${at.baseUrl}/.well-known/oauth-authorization-server`;
  const head = await fetch(url, { method: 'HEAD' });
  const length = String((await (await fetch(url)).arrayBuffer()).byteLength);
  expect([head.status, head.headers.get('content-length') ?? length]).toEqual([200, length]);
});

test('what is named as documentation is there', async () => {
  for (const [name, member] of [
    ['oauth-authorization-server', 'service_documentation'],
    ['oauth-protected-resource', 'resource_documentation'],
  ] as const) {
    const said = await (await fetch(`${at.baseUrl}/.well-known/${name}`)).json();
    expect((await fetch(String((said as Record<string, unknown>)[member]))).status).toBe(200);
  }
});

test('whose membership ends, all programs that they let in end with it', async () => {
  const { browser, user_id } = await at.person();
  const { access, refresh } = await program.connect(browser);
  // Another owner stays.
  await at.person();
  await dynamoPeople(at.tables.db, at.tables.records).leave(at.org.org_id, user_id);
  expect(await statusOf(access)).toBe(401);
  await expect(program.refresh(refresh)).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('a suspended organization has no token refreshed and no code redeemed; one that is resumed goes on', async () => {
  const { org_id } = await at.administer.createOrg('pro', 0 as never);
  const { browser } = await at.person(org_id);
  const { refresh } = await program.connect(browser);
  const { verifier, answer } = await program.code(browser);
  const directory = dynamoAccountDirectory(at.tables.db, at.tables.ledger);
  await directory.change(org_id, { suspended_at: new Date().toISOString() });
  const refusal = {
    error: 'invalid_grant',
    error_description: 'the organization is suspended',
  };
  await expect(program.refresh(refresh)).rejects.toMatchObject(refusal);
  await expect(program.redeem(answer, verifier)).rejects.toMatchObject(refusal);
  await directory.change(org_id, { suspended_at: null });
  expect((await program.refresh(refresh)).token_type).toBe('bearer');
});
