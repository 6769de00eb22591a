import { ApiKeyList } from '../../../layers/domain/accounts/api-keys.ts';
import { ConnectionList } from '../../../layers/domain/oauth/connection.ts';
import { OAuthProgram } from '../../support/oauth-client.ts';
import { suiteOAuthService } from '../../support/oauth-service.ts';
import { fieldsOf, personBrowser } from '../../support/person-browser.ts';

const at = await suiteOAuthService();
const program = await OAuthProgram.register(at.baseUrl, { client_name: 'An <agent>' });

/** A person in an organization of their own, with the page open. */
async function person() {
  const { org_id } = await at.administer.createOrg('pro', 10_000 as never);
  const who = await at.person(org_id);
  const using = personBrowser(at.baseUrl);
  await using.jar.setCookie(who.cookie, at.baseUrl);
  const shown = () => using.go('/signin/access');
  const get = async (path: string) =>
    (await fetch(at.baseUrl + path, { headers: { cookie: who.cookie } })).json();
  return {
    ...who,
    org_id,
    using,
    shown,
    keys: async () => ApiKeyList.parse(await get('/v1/keys')).keys,
    connections: async () => ConnectionList.parse(await get('/v1/connections')).connections,
    send: async (form: string, change: Record<string, string> = {}) =>
      using.go(`/signin${form}`, { ...fieldsOf(await shown(), form), ...change }),
  };
}

test('a person makes a key on the page, which shows it once and only there', async () => {
  const { org_id, send, shown, keys } = await person();
  const made = await send('/access/keys', { name: ' harbour <server> ' });
  const key = /sk_live_\w+/.exec(made.text)?.[0] ?? '';
  expect([made.status, made.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(made.text).toContain('<strong>harbour &lt;server&gt;</strong>');
  const credits = await at.call(key, '/v1/credits');
  expect(await credits.json()).toMatchObject({ org_id, wallet: 'topup' });
  const listed = await shown();
  expect(listed.text).toContain('harbour &lt;server&gt;');
  expect(listed.text).toContain(`<code>${key.slice(-4)}</code>`);
  expect(listed.text).not.toContain(key);
  expect((await keys())[0]?.name).toBe('harbour <server>');
});

test('a key gets another name, and one that is revoked is refused from then on', async () => {
  const { send, keys } = await person();
  const { text } = await send('/access/keys', { name: 'before' });
  const key = /sk_live_\w+/.exec(text)?.[0] ?? '';
  const renamed = await send('/access/keys/rename', { name: 'after' });
  expect([renamed.status, renamed.location]).toEqual([303, `${at.baseUrl}/signin/access`]);
  const [newest] = await keys();
  expect(newest?.name).toBe('after');
  const revoked = await send('/access/keys/revoke');
  expect(revoked.status).toBe(303);
  expect((await at.call(key, '/v1/credits')).status).toBe(401);
  // Sent twice: what is gone is gone.
  const again = await send('/access/keys/revoke', { key_id: newest?.key_id ?? '' });
  expect(again.status).toBe(303);
  expect((await keys()).map(({ name }) => name)).toEqual(['first']);
});

test('the programs that a person connected are named with what they may do, and disconnected', async () => {
  const { browser, send, shown, connections } = await person();
  expect((await shown()).text).toContain('You have connected none');
  const held = await program.connect(browser, { scope: 'video:read' });
  const { text } = await shown();
  expect(text).toContain('<strong>An &lt;agent&gt;</strong>, returns to 127.0.0.1:7777');
  expect(text).toContain('Upload, analyse and erase videos');
  expect(text).not.toContain('Read the plan');
  expect((await send('/access/programs/disconnect')).status).toBe(303);
  expect((await at.call(held.access)).status).toBe(401);
  expect(await connections()).toEqual([]);
  expect((await shown()).text).toContain('You have connected none');
});

test.each(['', ' ', 'a'.repeat(101), 'a\nb'])(
  '%j names no key, and the page says so',
  async (name) => {
    const { send, keys } = await person();
    const refused = await send('/access/keys', { name });
    expect([refused.status, refused.text.includes('1 to 100 characters')]).toEqual([400, true]);
    expect(await keys()).toHaveLength(1);
  },
);

test('what is another organization’s or person’s stays as it is', async () => {
  const [mine, theirs] = [await person(), await person()];
  const { access } = await program.connect(theirs.browser);
  const [[key], [connection]] = [await theirs.keys(), await theirs.connections()];
  const key_id = key?.key_id ?? '';
  await mine.send('/access/keys/rename', { key_id, name: 'taken' });
  await mine.send('/access/keys/revoke', { key_id });
  await program.connect(mine.browser);
  const connection_id = connection?.connection_id ?? '';
  await mine.send('/access/programs/disconnect', { connection_id });
  expect(await theirs.keys()).toEqual([key]);
  expect((await at.call(access)).status).toBe(200);
  expect((await mine.keys()).map(({ name }) => name)).toEqual(['first']);
});

test('whoever is not signed in signs in first, and comes back', async () => {
  const stranger = personBrowser(at.baseUrl);
  const sent = await stranger.go('/signin/access');
  expect([sent.status, sent.location]).toEqual([
    303,
    `${at.baseUrl}/signin?return_to=%2Fsignin%2Faccess`,
  ]);
  const { form_token = '' } = fieldsOf(await stranger.go('/signin'), '/signin');
  for (const path of ['keys', 'keys/rename', 'keys/revoke', 'programs/disconnect']) {
    const refused = await stranger.go(`/signin/access/${path}`, { form_token, name: 'x' });
    expect(refused.status).toBe(401);
  }
});

test('a form does nothing for another organization than the one that its page showed', async () => {
  const { using, shown, keys } = await person();
  const page = await shown();
  const other = await person();
  // As when another page of the browser changes the organization.
  await using.jar.setCookie(other.cookie, at.baseUrl);
  for (const form of ['/access/keys', '/access/keys/rename', '/access/keys/revoke']) {
    const answer = await using.go(`/signin${form}`, { ...fieldsOf(page, form), name: 'x' });
    expect([answer.status, answer.text]).toEqual([
      400,
      expect.stringContaining('nothing was done'),
    ]);
    expect(answer.text).toContain(other.org_id);
  }
  for (const list of [await keys(), await other.keys()])
    expect(list.map(({ name }) => name)).toEqual(['first']);
});

test('no form of the page is taken from elsewhere', async () => {
  const { send, using, shown, keys } = await person();
  await program.connect((await at.person()).browser);
  for (const form of ['/access/keys', '/access/keys/rename', '/access/keys/revoke']) {
    expect((await send(form, { form_token: 'x'.repeat(43), name: 'x' })).status).toBe(403);
    const fields = { ...fieldsOf(await shown(), form), name: 'x' };
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const refused = await using.go(`/signin${form}`, fields, headers as Record<string, string>);
      expect(refused.status).toBe(403);
    }
  }
  expect((await keys()).map(({ name }) => name)).toEqual(['first']);
});
