import { peopleOf } from '../../../bin/people.ts';
import { ConnectionList } from '../../../layers/domain/oauth/connection.ts';
import { OAuthProgram } from '../../support/oauth-client.ts';
import { suiteOAuthService } from '../../support/oauth-service.ts';

const at = await suiteOAuthService();
const program = await OAuthProgram.register(at.baseUrl);

const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  fetch(`${at.baseUrl}/v1/connections${path}`, { method, headers });
const listOf = async (cookie: string) =>
  ConnectionList.parse(await (await ask('', { cookie })).json()).connections;

test('a person sees their own programs, newest first, and ends one', async () => {
  const [mine, other] = [await at.person(), await at.person()];
  const kept = await program.connect(mine.browser, { scope: 'video:read' });
  const cut = await program.connect(mine.browser);
  await program.connect(other.browser);
  const [newest, oldest, ...more] = await listOf(mine.cookie);
  expect(more).toEqual([]);
  expect([newest?.scopes, oldest?.scopes]).toEqual([
    ['video:read', 'account:read'],
    ['video:read'],
  ]);
  const headers = { cookie: mine.cookie, origin: at.baseUrl };
  const ended = await ask(`/${newest?.connection_id}`, headers, 'DELETE');
  expect(await ended.json()).toEqual({ connection_id: newest?.connection_id, disconnected: true });
  expect((await at.call(cut.access)).status).toBe(401);
  expect((await at.call(kept.access)).status).toBe(403);
  expect(await listOf(mine.cookie)).toHaveLength(1);
  expect(await listOf(other.cookie)).toHaveLength(1);
  expect((await ask(`/${newest?.connection_id}`, headers, 'DELETE')).status).toBe(404);
});

test('nobody ends what is not theirs, and another’s answers as what there is not', async () => {
  const [mine, other] = [await at.person(), await at.person()];
  const { access } = await program.connect(other.browser);
  const [theirs] = await listOf(other.cookie);
  const headers = { cookie: mine.cookie, origin: at.baseUrl };
  const answers = await Promise.all(
    [theirs?.connection_id, 'con_01JZ0000000000000000000000', 'x'].map(async (id) => {
      const answer = await ask(`/${id}`, headers, 'DELETE');
      return [answer.status, await answer.text()];
    }),
  );
  expect(new Set(answers.map(String)).size).toBe(1);
  expect(answers[0]?.[0]).toBe(404);
  expect((await at.call(access)).status).toBe(200);
});

test('neither a key, nor a token, nor a foreign page ends a connection', async () => {
  const { browser, cookie } = await at.person();
  const { access } = await program.connect(browser);
  const [connection] = await listOf(cookie);
  const path = `/${connection?.connection_id}`;
  for (const [headers, status] of [
    [{ authorization: `Bearer ${at.org.api_key}` }, 403],
    [{ authorization: `Bearer ${access}` }, 403],
    [{ cookie }, 403],
    [{ cookie, origin: 'https://evil.example' }, 403],
    [{}, 401],
  ] as const) {
    expect((await ask(path, headers, 'DELETE')).status).toBe(status);
  }
  expect(await listOf(cookie)).toHaveLength(1);
});

test('a person who is removed takes the programs along that they connected', async () => {
  const { browser, email, user_id } = await at.person();
  await at.person();
  const { access, refresh } = await program.connect(browser);
  await peopleOf(at.tables).remove(at.org.org_id, email);
  expect((await at.call(access)).status).toBe(401);
  await expect(program.refresh(refresh)).rejects.toMatchObject({ error: 'invalid_grant' });
  expect(await at.connections.list(at.org.org_id, user_id)).toEqual([]);
});
