import { dynamoPeople } from '../../../layers/adapters/dynamo/identity/people.ts';
import { newId } from '../../../layers/adapters/system/clock.ts';
import type { People } from '../../../layers/app/ports/identity/people.ts';
import type { Role } from '../../../layers/domain/identity/membership.ts';
import { Email, type User } from '../../../layers/domain/identity/user.ts';
import { testTables } from '../../support/tables.ts';

let people: People;
let org: string;
const at = '2026-05-01T12:00:00.000Z';

beforeAll(async () => {
  const { db, records } = await testTables();
  people = dynamoPeople(db, records);
});
beforeEach(() => {
  org = newId('org');
});

const newUser = (email = `${newId('usr').toLowerCase()}@example.com`): User => ({
  user_id: newId('usr'),
  email,
  created_at: at,
});
async function joined(role: Role, orgId = org): Promise<User> {
  const user = newUser();
  await people.add(user);
  expect(await people.join({ org_id: orgId, user_id: user.user_id, role, created_at: at })).toBe(
    'joined',
  );
  return user;
}
const roles = async () =>
  (await people.members(org)).map(({ user_id, role }) => `${user_id} ${role}`);

test('a person is found by id and by address, however the address is written', async () => {
  const user = newUser(Email.parse(' Ada@Example.COM '));
  expect(await people.add(user)).toBe(true);
  expect(await people.find(user.user_id)).toEqual(user);
  expect(await people.findByEmail(Email.parse('ada@EXAMPLE.com'))).toEqual(user);
  expect(await people.findByEmail('eve@example.com')).toBeUndefined();
});

test.each(['\u212Aate@example.com', 'kat\u0435@example.com', 'kate@example.com\u200b'])(
  '%j is not the address that it looks like',
  async (text) => {
    await people.add(newUser('kate@example.com'));
    expect(await people.findByEmail(Email.parse(text))).toBeUndefined();
  },
);

test('an address belongs to one person, also when two take it at once', async () => {
  const both = [newUser('one@example.com'), newUser('one@example.com')];
  const added = await Promise.all(both.map((user) => people.add(user)));
  expect(added.sort()).toEqual([false, true]);
  const found = await people.findByEmail('one@example.com');
  expect(both.map(({ user_id }) => user_id)).toContain(found?.user_id);
});

test.each([
  '',
  'ada',
  '@example.com',
  'ada@',
  'ada@example.com, eve@example.com',
  'ada@example.com\r\nBcc: eve@example.com',
  '<ada@example.com>',
  `${'a'.repeat(250)}@example.com`,
])('%j is no address', (text) => {
  expect(Email.safeParse(text).success).toBe(false);
});

test('a person belongs to several organizations, with a role in each', async () => {
  const user = await joined('owner');
  const second = newId('org');
  await people.join({
    org_id: second,
    user_id: user.user_id,
    role: 'member',
    created_at: '2026-05-02T12:00:00.000Z',
  });
  const memberships = await people.membershipsOf(user.user_id);
  expect(memberships.map(({ org_id, role }) => [org_id, role])).toEqual([
    [org, 'owner'],
    [second, 'member'],
  ]);
  expect(await people.membership(second, user.user_id)).toMatchObject({ role: 'member' });
  expect(await people.membership(newId('org'), user.user_id)).toBeUndefined();
});

test('nobody can be made a member who is not there', async () => {
  const { user_id } = newUser();
  expect(await people.join({ org_id: org, user_id, role: 'owner', created_at: at })).toBe('gone');
  expect(await people.members(org)).toEqual([]);
});

test('the last owner neither leaves nor becomes a member, whoever else is there', async () => {
  const owner = await joined('owner');
  const member = await joined('member');
  const before = await roles();
  expect(await people.leave(org, owner.user_id)).toBe('last owner');
  expect(
    await people.join({ org_id: org, user_id: owner.user_id, role: 'member', created_at: at }),
  ).toBe('last owner');
  expect(await roles()).toEqual(before);
  expect(await people.leave(org, member.user_id)).toBe('left');
  expect(await people.leave(org, member.user_id)).toBe('no member');
});

test('of owners who leave at once the last one stays', async () => {
  const owners = await Promise.all(Array.from({ length: 5 }, () => joined('owner')));
  const left = await Promise.all(owners.map(({ user_id }) => people.leave(org, user_id)));
  expect(left.filter((outcome) => outcome === 'left').length).toBe(4);
  expect(left.filter((outcome) => outcome === 'last owner').length).toBe(1);
  expect((await people.members(org)).length).toBe(1);
});

test('a person is forgotten once they belong nowhere, and their address is free again', async () => {
  const user = await joined('member');
  expect(await people.forget(user)).toBe(false);
  expect(await people.findByEmail(user.email)).toEqual(user);
  await people.leave(org, user.user_id);
  expect(await people.forget(user)).toBe(true);
  expect(await people.find(user.user_id)).toBeUndefined();
  expect(await people.findByEmail(user.email)).toBeUndefined();
  const next = newUser(user.email);
  expect(await people.add(next)).toBe(true);
  // A repeat for the one who went does not take the address from the one who came.
  expect(await people.forget(user)).toBe(false);
  expect(await people.findByEmail(user.email)).toEqual(next);
});
