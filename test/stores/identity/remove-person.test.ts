import { dynamoPasskeys } from '../../../layers/adapters/dynamo/identity/passkeys.ts';
import { dynamoPeople } from '../../../layers/adapters/dynamo/identity/people.ts';
import { dynamoSessions } from '../../../layers/adapters/dynamo/identity/sessions.ts';
import { newId } from '../../../layers/adapters/system/clock.ts';
import { sha256 } from '../../../layers/adapters/system/digest.ts';
import { makeRemovePerson } from '../../../layers/app/identity/remove-person.ts';
import type { Passkeys } from '../../../layers/app/ports/identity/passkeys.ts';
import type { People } from '../../../layers/app/ports/identity/people.ts';
import type { Sessions } from '../../../layers/app/ports/identity/sessions.ts';
import { signedIn } from '../../support/signed-in.ts';
import { testTables } from '../../support/tables.ts';

const tables = await testTables();
let people: People;
let sessions: Sessions;
let passkeys: Passkeys;
let org: string;
const disconnected: (string | undefined)[][] = [];
let remove: ReturnType<typeof makeRemovePerson>;

beforeAll(() => {
  people = dynamoPeople(tables.db, tables.records);
  sessions = dynamoSessions(tables.db, tables.records);
  const connections = {
    removeAll: async (...of: [string, string?]) => void disconnected.push(of),
  };
  passkeys = dynamoPasskeys(tables.db, tables.records);
  remove = makeRemovePerson({ people, sessions, passkeys, connections });
});
beforeEach(() => {
  org = newId('org');
});

test('membership, sessions and connections of a person go, and the person with them', async () => {
  await signedIn(tables, org);
  const { email, user_id, secret } = await signedIn(tables, org, 'member');
  const passkey = {
    credential_id: 'device-1',
    user_id,
    public_key: '',
    counter: 0,
    transports: [],
    created_at: new Date().toISOString(),
    last_used_at: null,
  };
  await passkeys.add(passkey, 1);
  expect(await remove(org, email)).toBe('removed');
  expect(await passkeys.find('device-1')).toBeUndefined();
  expect(await passkeys.list(user_id)).toEqual([]);
  expect(await people.membership(org, user_id)).toBeUndefined();
  expect(await sessions.find(sha256(secret))).toBeUndefined();
  expect(await people.findByEmail(email)).toBeUndefined();
  expect(disconnected).toContainEqual([user_id, org]);
  expect(await remove(org, email)).toBe('no member');
});

test('a person of two organizations keeps the other one, with its sessions', async () => {
  const other = newId('org');
  await signedIn(tables, org);
  const { email, user_id, secret } = await signedIn(tables, other);
  await people.join({ org_id: org, user_id, role: 'member', created_at: new Date().toISOString() });
  expect(await remove(org, email)).toBe('removed');
  expect(await people.membership(other, user_id)).toMatchObject({ role: 'owner' });
  expect(await sessions.find(sha256(secret))).toMatchObject({ org_id: other });
  expect(await remove(org, email)).toBe('no member');
});

test('the last owner stays, with everything of theirs', async () => {
  const { email, user_id, secret } = await signedIn(tables, org);
  await signedIn(tables, org, 'member');
  const before = disconnected.length;
  expect(await remove(org, email)).toBe('last owner');
  expect(await people.membership(org, user_id)).toMatchObject({ role: 'owner' });
  expect(await sessions.find(sha256(secret))).toMatchObject({ org_id: org });
  expect(disconnected.length).toBe(before);
});

test('a removal that broke off is brought to its end by a repeat', async () => {
  await signedIn(tables, org);
  const { email, user_id, secret } = await signedIn(tables, org, 'member');
  await people.leave(org, user_id);
  expect(await remove(org, email)).toBe('removed');
  expect(await sessions.find(sha256(secret))).toBeUndefined();
  expect(await people.find(user_id)).toBeUndefined();
});
