import { Member, MemberList } from '../../../layers/domain/identity/member.ts';
import { oauthService } from '../../support/oauth-service.ts';
import { signedIn } from '../../support/signed-in.ts';

let at: Awaited<ReturnType<typeof oauthService>>;
beforeAll(async () => {
  at = await oauthService();
});
afterAll(async () => {
  expect(at.service.defects).toEqual([]);
  await at.service.stop();
});

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
  expect((await owner.members()).map(({ email, role }) => [email, role])).toEqual([
    [owner.email, 'owner'],
    ['grace@example.com', 'owner'],
  ]);
  const removed = await owner.remove(grace.user_id);
  expect(removed.body).toEqual({ user_id: grace.user_id, removed: true });
  expect((await owner.remove(grace.user_id)).status).toBe(404);
  expect((await owner.members()).map(({ email }) => email)).toEqual([owner.email]);
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
  expect((await mine.remove(theirs.user_id)).status).toBe(404);
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
