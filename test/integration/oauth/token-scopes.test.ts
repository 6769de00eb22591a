import { ROUTES } from '../../../functions/api/routes.ts';
import { dynamoPeople } from '../../../layers/adapters/dynamo/identity/people.ts';
import type { Route } from '../../../layers/http/route.ts';
import { OAuthProgram } from '../../support/oauth-client.ts';
import { oauthService } from '../../support/oauth-service.ts';

type May = readonly Route['scope'][];
const NOTHING: May = ['none'];
const TOKENS: readonly (readonly [string, May])[] = [
  ['for videos', ['none', 'video:read']],
  ['for the account', ['none', 'account:read']],
  ['for both', ['none', 'video:read', 'account:read']],
  ['that has expired', NOTHING],
  ['that was revoked', NOTHING],
  ['whose connection was ended', NOTHING],
  ['of a person who was removed', NOTHING],
];

let at: Awaited<ReturnType<typeof oauthService>>;
let program: OAuthProgram;
const tokens = new Map<string, string>();
beforeAll(async () => {
  at = await oauthService();
  program = await OAuthProgram.register(at.baseUrl);
  const { browser, user_id } = await at.person();
  const connect = async (scope?: string) =>
    (await program.connect(browser, scope === undefined ? {} : { scope })).access;
  const ended = await connect();
  await at.connections.removeAll(user_id);
  tokens.set('whose connection was ended', ended);
  tokens.set('for videos', await connect('video:read'));
  tokens.set('for the account', await connect('account:read'));
  tokens.set('for both', await connect());
  const expired = await connect();
  await at.expire('AccessToken', expired);
  tokens.set('that has expired', expired);
  const revoked = await connect();
  await program.revoke(revoked);
  tokens.set('that was revoked', revoked);
  const gone = await at.person();
  tokens.set('of a person who was removed', (await program.connect(gone.browser)).access);
  await dynamoPeople(at.tables.db, at.tables.records).leave(at.org.org_id, gone.user_id);
});
afterAll(async () => {
  expect(at.service.defects).toEqual([]);
  await at.service.stop();
});

/** Whether a route let a token in, whatever it then said of the call. */
async function outcome({ method, path }: Route, token: string): Promise<string> {
  const isGet = method === 'GET';
  const answer = await fetch(at.baseUrl + path.replaceAll(/\{\w+\}/g, 'nothing'), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(!isGet && { 'content-type': 'application/json' }),
    },
    ...(!isGet && { body: '{}' }),
  });
  const { error } = (await answer.json()) as { error?: { type: string } };
  if (answer.status !== 401 && error?.type !== 'insufficient_scope') return 'let in';
  const challenge = answer.headers.get('www-authenticate') ?? '';
  expect(challenge).toContain(
    `resource_metadata="${at.baseUrl}/.well-known/oauth-protected-resource"`,
  );
  return `${answer.status} ${challenge.match(/(?<=scope=")[^"]*/)?.[0] ?? 'no scope'}`;
}

describe.each(TOKENS)('a token %s', (name, may) => {
  test.each(ROUTES.filter(({ ticket }) => ticket !== 'path').map((route) => [route.name, route]))(
    'at %s is answered as its scope says',
    async (_name, route) => {
      const { scope } = route;
      const status = may === NOTHING ? 401 : 403;
      const refused = `${status} ${scope === 'person' ? 'no scope' : scope}`;
      expect(await outcome(route, tokens.get(name) ?? '')).toBe(
        may.includes(scope) ? 'let in' : refused,
      );
    },
  );
});

test('a token opens nothing of another organization, not even whether it is there', async () => {
  const other = await at.administer.createOrg('pro', 10_000 as never);
  const { browser } = await at.person(other.org_id);
  const { access } = await program.connect(browser);
  expect(await (await at.call(access, '/v1/credits')).json()).toMatchObject({
    org_id: other.org_id,
  });
  const headers = {
    authorization: `Bearer ${at.org.api_key}`,
    'content-type': 'application/json',
  };
  const given = await fetch(`${at.baseUrl}/v1/frames`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ url: 'http://127.0.0.1:9/none.mp4', sync: false }),
  });
  const { job_id } = (await given.json()) as { job_id?: string };
  expect(job_id).toMatch(/^job_/);
  const unknown = await at.call(access, '/v1/jobs/job_01JZ0000000000000000000000');
  const foreign = await at.call(access, `/v1/jobs/${job_id}`);
  expect([foreign.status, await foreign.text()]).toEqual([unknown.status, await unknown.text()]);
});
