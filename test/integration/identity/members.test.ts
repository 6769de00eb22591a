import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { dynamoPeople } from '../../../layers/adapters/dynamo/identity/people.ts';
import * as keys from '../../../layers/adapters/dynamo/keys.ts';
import { newId } from '../../../layers/adapters/system/clock.ts';
import { Member, MemberList } from '../../../layers/domain/identity/member.ts';
import { suiteOAuthService } from '../../support/oauth-service.ts';
import { signedIn } from '../../support/signed-in.ts';

const at = await suiteOAuthService();

/** Somebody signed in, and what they may do about members. */
async function somebody(orgId: string, role: 'owner' | 'member') {
  const { cookie, ...who } = await signedIn(at.tables, orgId, role);
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(at.service.baseUrl + path, {
      method,
      headers: { cookie, origin: at.service.baseUrl, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  return {
    ...who,
    send,
    members: async () => MemberList.parse((await send('GET', '/v1/members')).body).members,
    add: (body: object) => send('POST', '/v1/members', body),
    remove: (userId: string) => send('DELETE', `/v1/members/${userId}`),
  };
}

const newOrg = async () => (await at.administer.createOrg('pro', 0 as never)).org_id;

test('an owner adds somebody, gives them another role, and removes them', async () => {
  const org = await newOrg();
  const owner = await somebody(org, 'owner');
  const added = await owner.add({ email: ' Grace@Example.com ' });
  const grace = Member.parse(added.body);
  expect(grace).toMatchObject({ email: 'grace@example.com', role: 'member' });
  const risen = await owner.add({ email: 'grace@example.com', role: 'owner' });
  expect(risen.body).toEqual({ ...grace, role: 'owner' });
  // Added once more, without a word of a role.
  expect((await owner.add({ email: 'grace@example.com' })).body).toEqual(risen.body);
  expect((await owner.members()).map(({ email, role }) => [email, role])).toEqual([
    [owner.email, 'owner'],
    ['grace@example.com', 'owner'],
  ]);
  const removed = await owner.remove(grace.user_id);
  expect(removed.body).toEqual({ user_id: grace.user_id, removed: true });
  expect((await owner.remove(grace.user_id)).status).toBe(404);
  expect((await owner.members()).map(({ email }) => email)).toEqual([owner.email]);
});

test('members are told in the order in which they joined, not in which they came here', async () => {
  const known = await somebody(await newOrg(), 'member');
  const owner = await somebody(await newOrg(), 'owner');
  for (const email of ['ada@example.com', 'bob@example.com', known.email])
    await owner.add({ email });
  expect((await owner.members()).map(({ email }) => email)).toEqual([
    owner.email,
    'ada@example.com',
    'bob@example.com',
    known.email,
  ]);
});

test('a member sees who is there, changes nobody, and goes by themselves', async () => {
  const org = await newOrg();
  const [owner, member] = [await somebody(org, 'owner'), await somebody(org, 'member')];
  expect(await member.members()).toHaveLength(2);
  const refused = { status: 403, body: { error: { type: 'insufficient_scope' } } };
  expect(await member.add({ email: 'x@example.com' })).toMatchObject(refused);
  expect(await member.add({ email: member.email, role: 'owner' })).toMatchObject(refused);
  expect(await member.remove(owner.user_id)).toMatchObject(refused);
  expect((await member.remove(member.user_id)).status).toBe(200);
  // Their session went with the membership.
  expect((await member.send('GET', '/v1/members')).status).toBe(401);
  expect(await owner.members()).toHaveLength(1);
});

test('the only owner stays one, and stays', async () => {
  const owner = await somebody(await newOrg(), 'owner');
  const refused = { status: 400, body: { error: { type: 'invalid_request' } } };
  expect(await owner.remove(owner.user_id)).toMatchObject(refused);
  expect(await owner.add({ email: owner.email, role: 'member' })).toMatchObject(refused);
  expect(await owner.members()).toMatchObject([{ role: 'owner' }]);
});

test('members of another organization are not found, and stay', async () => {
  const [mine, theirs] = [
    await somebody(await newOrg(), 'owner'),
    await somebody(await newOrg(), 'owner'),
  ];
  const message = expect.stringMatching(/^Your organization has no member with this id/);
  const error = { type: 'video_not_found', message };
  expect(await mine.remove(theirs.user_id)).toMatchObject({ status: 404, body: { error } });
  expect(await theirs.members()).toHaveLength(1);
});

test.each([{}, { email: 'nobody' }, { email: 'a@b', role: 'king' }, { email: 'a@b', org: 'x' }])(
  '%j adds nobody',
  async (body) => {
    const owner = await somebody(await newOrg(), 'owner');
    expect(await owner.add(body)).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request' } },
    });
    expect(await owner.members()).toHaveLength(1);
  },
);

test('an organization has 500 members at most, however many are added at once', async () => {
  const org = await newOrg();
  const owner = await somebody(org, 'owner');
  const { db, records } = at.tables;
  const people = dynamoPeople(db, records);
  const there = Array.from({ length: 496 }, () => {
    const user_id = newId('usr');
    const created_at = new Date().toISOString();
    return { ...keys.member(org, user_id), org_id: org, user_id, role: 'member', created_at };
  });
  // A batch of writes holds 25.
  for (let from = 0; from < there.length; from += 25) {
    const rows = there.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } }));
    await db.send(new BatchWriteCommand({ RequestItems: { [records]: rows } }));
  }
  const emails = Array.from({ length: 10 }, () => `${newId('usr').toLowerCase()}@example.com`);
  const answers = await Promise.all(emails.map((email) => owner.add({ email })));
  expect(await people.members(org)).toHaveLength(500);
  const refused = emails.filter((_, at) => answers[at]?.status === 400);
  expect(refused).toHaveLength(7);
  // Whoever found no room is not kept, and a member of a full organization can get another role.
  for (const email of refused) expect(await people.findByEmail(email)).toBeUndefined();
  const [added = ''] = emails.filter((email) => !refused.includes(email));
  expect(await owner.add({ email: added, role: 'owner' })).toMatchObject({ status: 200 });
});
