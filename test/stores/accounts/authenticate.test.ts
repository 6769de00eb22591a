import { randomUUID } from 'node:crypto';
import { dynamoAccountDirectory } from '../../../layers/adapters/dynamo/accounts/account-directory.ts';
import { dynamoCallCounter } from '../../../layers/adapters/dynamo/accounts/call-counter.ts';
import { dynamoPeople } from '../../../layers/adapters/dynamo/identity/people.ts';
import { dynamoSessions } from '../../../layers/adapters/dynamo/identity/sessions.ts';
import { newId } from '../../../layers/adapters/system/clock.ts';
import { sha256 } from '../../../layers/adapters/system/digest.ts';
import { makeAdmit } from '../../../layers/app/accounts/admit.ts';
import { makeAuthenticate } from '../../../layers/app/accounts/authenticate.ts';
import type { AccessGrant } from '../../../layers/app/ports/identity/access-tokens.ts';
import type { People } from '../../../layers/app/ports/identity/people.ts';
import type { Sessions } from '../../../layers/app/ports/identity/sessions.ts';
import type { Credentials } from '../../../layers/domain/accounts/credential.ts';
import { toHundredths } from '../../../layers/domain/accounts/credits.ts';
import { endOfSession } from '../../../layers/domain/identity/session.ts';
import { testService } from '../../support/service.ts';
import { testTables } from '../../support/tables.ts';

const tables = await testTables();
let service: ReturnType<typeof testService>;
let people: People;
let sessions: Sessions;
let looked = 0;
/** What each token may do, as whoever hands tokens out would say it. */
const granted = new Map<string, AccessGrant>();
let now = new Date('2026-05-01T12:00:00Z');

beforeAll(() => {
  service = testService(tables);
  people = dynamoPeople(tables.db, tables.records);
  sessions = dynamoSessions(tables.db, tables.records);
});
beforeEach(() => {
  looked = 0;
  now = new Date('2026-05-01T12:00:00Z');
});

const identify = (credentials: Credentials) =>
  makeAuthenticate({
    keys: {
      findByHash(hash) {
        looked += 1;
        return service.keys.findByHash(hash);
      },
      noteUse: service.keys.noteUse,
    },
    accessTokens: {
      async find(token) {
        looked += 1;
        return granted.get(token);
      },
    },
    sessions: {
      ...sessions,
      find(hash) {
        looked += 1;
        return sessions.find(hash);
      },
    },
    people,
    accounts: service.accounts,
    digest: sha256,
    now: () => now,
  })(credentials);
const authenticate = (authorization: string | undefined) => identify({ authorization });

/** An organization with one member. */
async function member(role: 'owner' | 'member' = 'owner') {
  const { org_id } = await service.administer.createOrg('pro', toHundredths(0));
  const user_id = newId('usr');
  const created_at = now.toISOString();
  await people.add({ user_id, email: `${user_id.toLowerCase()}@example.com`, created_at });
  await people.join({ org_id, user_id, role, created_at });
  return { org_id, user_id };
}

/** Begins a session of a member, and answers with its secret. */
async function signedIn(of: { org_id: string; user_id: string }) {
  const secret = randomUUID();
  await sessions.add({
    ...of,
    hash: sha256(secret),
    created_at: now.toISOString(),
    ends_at: endOfSession(now),
  });
  return secret;
}

const refusalOf = (credentials: Credentials) =>
  identify(credentials).then(
    () => 'accepted',
    (error) => JSON.stringify(error.toApiError()),
  );
const refusal = (authorization: string | undefined) => refusalOf({ authorization });

test('a key names its organization, plan, scopes and wallet', async () => {
  const { org_id, api_key } = await service.administer.createOrg('creator', toHundredths(0));
  expect(await authenticate(`Bearer ${api_key}`)).toEqual({
    kind: 'key',
    orgId: org_id,
    tier: 'creator',
    scopes: ['video:read', 'account:read'],
    wallet: 'topup',
  });
  expect(await authenticate(`bearer ${api_key}`)).toMatchObject({ orgId: org_id });
});

test('the key of a suspended organization is refused until it is resumed, and says why', async () => {
  const { org_id, api_key } = await service.administer.createOrg('pro', toHundredths(0));
  const directory = dynamoAccountDirectory(tables.db, tables.ledger);
  await directory.change(org_id, { suspended_at: now.toISOString() });
  expect(await refusal(`Bearer ${api_key}`)).toContain('suspended');
  await directory.change(org_id, { suspended_at: null });
  expect(await authenticate(`Bearer ${api_key}`)).toMatchObject({ orgId: org_id });
});

test('whatever is not a key is refused with one body and without a look-up', async () => {
  expect(await refusal(undefined)).toContain('No credential was sent.');
  const answers = new Set<string>();
  for (const header of [
    '',
    'Bearer',
    'Bearer x',
    'Basic c2s6',
    `Bearer sk_live_${'A'.repeat(40)}`,
    'oat_unknown',
  ]) {
    answers.add(await refusal(header));
  }
  expect(answers.size).toBe(1);
  expect([...answers][0]).toContain('"unauthorized"');
  expect([...answers][0]).toContain('mistyped, expired or revoked');
  expect(looked).toBe(0);
});

test('a revoked key is refused from that moment on, the others of its organization go on', async () => {
  const { org_id, api_key } = await service.administer.createOrg('free', toHundredths(0));
  const { key } = await service.administer.createKey(org_id, 'second');
  const [first] = await service.administer.listKeys(org_id);
  expect(first?.last4).toBe(api_key.slice(-4));
  await service.administer.revokeKey(org_id, first?.key_id ?? '');
  expect(await refusal(`Bearer ${api_key}`)).toContain('"unauthorized"');
  expect(await authenticate(`Bearer ${key}`)).toMatchObject({ orgId: org_id });
  await expect(service.administer.revokeKey(org_id, first?.key_id ?? '')).rejects.toThrow(
    'has no key',
  );
});

test('what is kept of a key does not hold the key', async () => {
  const { org_id, api_key } = await service.administer.createOrg('free', toHundredths(0));
  expect(JSON.stringify(await service.keys.list(org_id))).not.toContain(api_key.slice(8, 30));
});

test('a token says what its grant says, and ends with the membership of whoever gave it', async () => {
  const of = await member();
  granted.set('oat_good', { orgId: of.org_id, userId: of.user_id, scopes: ['video:read'] });
  expect(await authenticate('Bearer oat_good')).toEqual({
    kind: 'token',
    orgId: of.org_id,
    tier: 'pro',
    scopes: ['video:read'],
    wallet: 'plan',
  });
  expect(await refusal('Bearer oat_other')).toContain('"unauthorized"');
  expect(await people.leave(of.org_id, of.user_id)).toBe('last owner');
  const other = await member();
  await people.join({
    ...of,
    user_id: other.user_id,
    role: 'owner',
    created_at: now.toISOString(),
  });
  expect(await people.leave(of.org_id, of.user_id)).toBe('left');
  expect(await refusal('Bearer oat_good')).toContain('"unauthorized"');
});

test('a session names its person, role, organization, both scopes and the plan', async () => {
  const of = await member('member');
  const session = await signedIn(of);
  const person = {
    kind: 'session',
    orgId: of.org_id,
    userId: of.user_id,
    role: 'member',
    session: await sessions.find(sha256(session)),
    tier: 'pro',
    scopes: ['video:read', 'account:read'],
    wallet: 'plan',
  };
  expect(await identify({ session })).toEqual(person);
  await people.join({ ...of, role: 'owner', created_at: now.toISOString() });
  expect(await identify({ session })).toEqual({ ...person, role: 'owner' });
});

test('a session goes on as long as it is used within 14 days, and then ends', async () => {
  const session = await signedIn(await member());
  for (let use = 0; use < 3; use += 1) {
    now = new Date(now.getTime() + 13.9 * 24 * 3600_000);
    // The very call that moves the end on tells the new one.
    expect(await identify({ session })).toMatchObject({ session: { ends_at: endOfSession(now) } });
  }
  now = new Date(now.getTime() + 14 * 24 * 3600_000);
  expect(await refusalOf({ session })).toContain('"unauthorized"');
});

test('a session that was ended is refused from that moment on, and its use does not bring it back', async () => {
  const of = await member();
  const [session, other] = [await signedIn(of), await signedIn(of)];
  const record = await sessions.find(sha256(session));
  if (!record) throw new Error('no session');
  await sessions.remove(record);
  const later = new Date(now.getTime() + 3600_000);
  await sessions.renew({ ...record, ends_at: endOfSession(later) });
  expect(await refusalOf({ session })).toContain('"unauthorized"');
  expect(await identify({ session: other })).toMatchObject({ userId: of.user_id });
  await sessions.removeAll(of.user_id);
  expect(await refusalOf({ session: other })).toContain('"unauthorized"');
});

test('whatever is sent as a session that is none is refused with the body of every other refusal', async () => {
  const answers = new Set([await refusal('Bearer x')]);
  for (const session of ['x', 'oat_good', `sk_live_${'A'.repeat(40)}`, '\0', 'é'.repeat(5000)]) {
    answers.add(await refusalOf({ session }));
  }
  expect(answers.size).toBe(1);
});

test('beside an Authorization header a session does not count', async () => {
  const session = await signedIn(await member());
  looked = 0;
  expect(await refusalOf({ authorization: 'Bearer x', session })).toContain('"unauthorized"');
  expect(await refusalOf({ authorization: '', session })).toContain('"unauthorized"');
  expect(looked).toBe(0);
});

test('calls past the limit of the minute wait for the next one', async () => {
  const caller = await service.caller('free');
  let now = new Date('2026-05-01T12:00:18.200Z');
  const calls = dynamoCallCounter(tables.db, tables.records);
  const admit = makeAdmit({ calls, now: () => now });
  for (let call = 0; call < 60; call += 1) await admit(caller);
  await expect(admit(caller)).rejects.toMatchObject({
    type: 'rate_limited',
    detail: { retryAfterSeconds: 42 },
  });
  await expect(admit(await service.caller('free'))).resolves.toBeUndefined();
  now = new Date('2026-05-01T12:01:00.000Z');
  await expect(admit(caller)).resolves.toBeUndefined();
});
