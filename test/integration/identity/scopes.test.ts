import { randomUUID } from 'node:crypto';
import { ROUTES } from '../../../functions/api/routes.ts';
import { dynamoPeople } from '../../../layers/adapters/dynamo/identity/people.ts';
import { dynamoSessions } from '../../../layers/adapters/dynamo/identity/sessions.ts';
import { sha256 } from '../../../layers/adapters/system/digest.ts';
import type { Route } from '../../../layers/http/route.ts';
import { asMany } from '../../support/breadth.ts';
import { OAuthProgram } from '../../support/oauth-client.ts';
import { suiteOAuthService } from '../../support/oauth-service.ts';
import { testService } from '../../support/service.ts';
import { signedIn } from '../../support/signed-in.ts';

const at = await suiteOAuthService();
const { tables, service, org } = at;
const program = await OAuthProgram.register(at.baseUrl);

type Headers = Record<string, string>;
const bearer = (credential: string): Headers => ({ authorization: `Bearer ${credential}` });

/** What each kind of credential may call: open routes and the scopes that it has. */
type May = readonly Route['scope'][];
const NOTHING: May = ['none'];
const KEY: May = ['none', 'video:read', 'account:read'];
const EVERYTHING: May = [...KEY, 'person'];

async function session(change: (of: { hash: string; user_id: string }) => Promise<void>) {
  const { user_id, secret, cookie } = await signedIn(tables, org.org_id, 'owner');
  await change({ hash: sha256(secret), user_id });
  return { cookie, origin: service.baseUrl };
}
const sessions = () => dynamoSessions(tables.db, tables.records);

/** A token that a person really gave, made once and then changed. */
const token = (
  scope: string,
  change: (access: string, userId: string) => Promise<unknown> = async () => {},
) => {
  let made: Promise<Headers> | undefined;
  const make = async () => {
    const { browser, user_id } = await at.person();
    const { access } = await program.connect(browser, { scope });
    await change(access, user_id);
    return bearer(access);
  };
  return () => {
    made ??= make();
    return made;
  };
};

const anyToken = token('video:read');

const CREDENTIALS: readonly [string, May, () => Promise<Headers>][] = [
  ['nothing', NOTHING, async () => ({})],
  ['a key', KEY, async () => bearer(org.api_key)],
  [
    'a revoked key',
    NOTHING,
    async () => {
      const { administer } = testService(tables);
      const { key_id, key } = await administer.createKey(org.org_id, 'x');
      await administer.revokeKey(org.org_id, key_id);
      return bearer(key);
    },
  ],
  ['a key that nobody has', NOTHING, async () => bearer(`sk_live_${'A'.repeat(40)}`)],
  ['a token that nobody has', NOTHING, async () => bearer(`oat_${randomUUID()}`)],
  ['a token for videos', ['none', 'video:read'], token('video:read')],
  ['a token for the account', ['none', 'account:read'], token('account:read')],
  ['a token for both', KEY, token('video:read account:read')],
  [
    'a token that has expired',
    NOTHING,
    token('video:read account:read', (access) => at.expire('AccessToken', access)),
  ],
  [
    'a token that was revoked',
    NOTHING,
    token('video:read account:read', (access) => program.revoke(access)),
  ],
  [
    'a token whose connection was ended',
    NOTHING,
    token('video:read account:read', (_, userId) => at.connections.removeAll(userId)),
  ],
  [
    'a token of one who was removed',
    NOTHING,
    token('video:read account:read', (_, userId) =>
      dynamoPeople(tables.db, tables.records).leave(org.org_id, userId),
    ),
  ],
  [
    'a token as a cookie',
    NOTHING,
    async () => {
      const { authorization = '' } = await anyToken();
      return { cookie: authorization.replace('Bearer ', 'video_reader_session=') };
    },
  ],
  ['a session', EVERYTHING, () => session(async () => undefined)],
  [
    'a session that has ended',
    NOTHING,
    () =>
      session(async ({ hash }) => {
        const found = await sessions().find(hash);
        const ends_at = new Date(Date.now() - 1000).toISOString();
        if (found) await sessions().renew({ ...found, ends_at });
      }),
  ],
  ['a session that was signed out', NOTHING, () => session((of) => sessions().remove(of))],
  [
    'a session of one who was removed',
    NOTHING,
    () =>
      session(async ({ user_id }) => {
        await dynamoPeople(tables.db, tables.records).leave(org.org_id, user_id);
      }),
  ],
  [
    'a session as a bearer',
    NOTHING,
    async () => bearer((await signedIn(tables, org.org_id)).secret),
  ],
  ['a key as a cookie', NOTHING, async () => ({ cookie: `video_reader_session=${org.api_key}` })],
  ['a ticket as a bearer', NOTHING, async () => bearer(await ticket())],
];

const ticket = async () => {
  const given = await ask('POST', '/v1/uploads/tickets', bearer(org.api_key));
  return String(((await given.json()) as { ticket: unknown }).ticket);
};

const ask = (method: string, path: string, headers: Headers) =>
  fetch(service.baseUrl + path, {
    method,
    headers: { ...headers, ...(method !== 'GET' && { 'content-type': 'application/json' }) },
    ...(method !== 'GET' && { body: '{}' }),
  });

/** Whether a route let a credential in, whatever it then said of the call. */
async function outcome({ method, path }: Route, headers: Headers, query = ''): Promise<string> {
  const response = await ask(method, path.replaceAll(/\{\w+\}/g, 'nothing') + query, headers);
  const { status } = response;
  const { error } = (await response.json()) as { error?: { type: string } };
  if (status !== 401 && error?.type !== 'insufficient_scope') return 'let in';
  const challenge = response.headers.get('www-authenticate') ?? '';
  expect(challenge).toContain('resource_metadata="');
  return `${status} ${challenge.match(/(?<=scope=")[^"]*/)?.[0] ?? 'no scope'}`;
}

const TAKING = ROUTES.filter(({ ticket }) => ticket !== 'path');
/** The first route of each scope. */
const OF_SCOPES = TAKING.filter(
  ({ scope }, at) => TAKING.findIndex((other) => other.scope === scope) === at,
);

test.each(CREDENTIALS)(
  'with %s every route answers as its scope says',
  async (name, may, headersOf) => {
    // What opens nothing is refused before its route is looked at: that each route asks for a
    // credential is seen without one. A token for both opens what one for either does.
    const isWhole = may !== NOTHING ? name !== 'a token for both' : name === 'nothing';
    const routes = asMany(isWhole ? TAKING : OF_SCOPES, TAKING);
    const answered = await Promise.all(
      routes.map(async (route) => [route.name, await outcome(route, await headersOf())]),
    );
    // Where several scopes are asked for, each opens a part of what is behind the route.
    const expected = routes.map(({ name, scope, asks = [scope] }) => {
      const isOpen = asks.some((asked) => may.includes(asked));
      const wanted = scope === 'person' ? 'no scope' : asks.join(' ');
      const refused = `${may === NOTHING ? 401 : 403} ${wanted}`;
      return [name, isOpen ? 'let in' : refused];
    });
    expect(Object.fromEntries(answered)).toEqual(Object.fromEntries(expected));
  },
);

test('a ticket in the query opens the routes that take one there, and no others', async () => {
  const closed = ROUTES.filter(({ scope }) => scope !== 'none');
  const opened: string[] = [];
  for (const route of closed) {
    if ((await outcome(route, {}, `?ticket=${await ticket()}`)) === 'let in')
      opened.push(route.name);
  }
  const taking = closed.filter(({ ticket: at }) => at === 'query').map(({ name }) => name);
  expect(taking.length).toBeGreaterThan(0);
  expect(opened).toEqual(taking);
});

test('the way of a ticket takes no other credential', async () => {
  const byTicket = ROUTES.filter(({ ticket }) => ticket === 'path');
  expect(byTicket).toHaveLength(1);
  const { cookie } = await signedIn(tables, org.org_id);
  for (const headers of [bearer(org.api_key), { cookie, origin: service.baseUrl }]) {
    for (const route of byTicket) expect(await outcome(route, headers)).toBe('401 video:read');
  }
});
