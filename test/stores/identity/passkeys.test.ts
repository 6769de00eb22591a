import { generateKeyPairSync } from 'node:crypto';
import { dynamoChallenges } from '../../../layers/adapters/dynamo/identity/challenges.ts';
import { dynamoPasskeys } from '../../../layers/adapters/dynamo/identity/passkeys.ts';
import { dynamoPeople } from '../../../layers/adapters/dynamo/identity/people.ts';
import { dynamoRateCounter } from '../../../layers/adapters/dynamo/identity/rate-counter.ts';
import { passkeyCeremonies } from '../../../layers/adapters/passkeys/ceremonies.ts';
import { sha256 } from '../../../layers/adapters/system/digest.ts';
import { newSecret } from '../../../layers/adapters/system/new-secret.ts';
import { makeGiveChallenges } from '../../../layers/app/identity/challenges.ts';
import { makeKeepPasskeys } from '../../../layers/app/identity/keep-passkeys.ts';
import { makeCountAgainst } from '../../../layers/app/identity/limit.ts';
import { makeSignInByPasskey } from '../../../layers/app/identity/sign-in-by-passkey.ts';
import { relyingParty } from '../../../layers/http/relying-party.ts';
import { type Fault, passkeyDevice } from '../../support/passkey-device.ts';
import { signedIn } from '../../support/signed-in.ts';
import { testTables } from '../../support/tables.ts';

const party = relyingParty('https://video.example');
const ADDRESS = '192.0.2.1';
const tables = await testTables();
let now = new Date();
let keeping: ReturnType<typeof makeKeepPasskeys>;
let byPasskey: ReturnType<typeof makeSignInByPasskey>;
let user: string;
let visitor: string;

beforeAll(() => {
  const { db, records } = tables;
  const common = { digest: sha256, newSecret, now: () => now };
  const deps = {
    ...common,
    ceremonies: passkeyCeremonies,
    passkeys: dynamoPasskeys(db, records),
    people: dynamoPeople(db, records),
    challenges: makeGiveChallenges({ ...common, challenges: dynamoChallenges(db, records) }),
    countAgainst: makeCountAgainst({ ...common, counter: dynamoRateCounter(db, records) }),
  };
  keeping = makeKeepPasskeys(deps);
  byPasskey = makeSignInByPasskey(deps);
});
beforeEach(async () => {
  now = new Date();
  user = (await signedIn(tables, 'org_1')).user_id;
  visitor = newSecret();
});

const askNew = () => keeping.ask(party, visitor, user);
const add = (answer: string, by = visitor, of = user) => keeping.add(party, by, of, answer);
const ask = () => byPasskey.ask(party, visitor, newSecret());
const check = (answer: string, by = visitor) => byPasskey.check(party, by, answer);
async function withPasskey(origin = party.origin) {
  const device = passkeyDevice(origin);
  expect(await add(device.create(await askNew()))).toBe(true);
  return device;
}

test('a passkey signs its person in, as often as it is asked, and tells when it was last used', async () => {
  const device = await withPasskey();
  expect(await check(device.get(await ask()))).toBe(user);
  expect(await check(device.get(await ask()))).toBe(user);
  const [kept] = await keeping.list(user);
  expect(kept).toMatchObject({ credential_id: device.id, counter: 2 });
  expect(kept?.last_used_at).toBe(now.toISOString());
});

test('an answer is good once, also when it comes twice at once', async () => {
  const device = await withPasskey();
  const answer = device.get(await ask());
  const outcomes = await Promise.all([check(answer), check(answer), check(answer)]);
  expect(outcomes.filter((outcome) => outcome === user)).toHaveLength(1);
  expect(await check(answer)).toBeUndefined();
});

test('an answer is good in the browser that asked for it alone', async () => {
  const device = await withPasskey();
  expect(await check(device.get(await ask()), newSecret())).toBeUndefined();
  const created = passkeyDevice(party.origin).create(await askNew());
  expect(await add(created, newSecret())).toBe(false);
});

test('an answer is good for five minutes', async () => {
  const device = await withPasskey();
  const answer = device.get(await ask());
  now = new Date(now.getTime() + 5 * 60_000);
  expect(await check(answer)).toBeUndefined();
});

test('what was asked for to add a passkey signs nobody in, nor the other way, nor for another person', async () => {
  const device = await withPasskey();
  expect(await check(device.get(await askNew()))).toBeUndefined();
  expect(await add(passkeyDevice(party.origin).create(await ask()))).toBe(false);
  const other = (await signedIn(tables, 'org_1')).user_id;
  const created = passkeyDevice(party.origin).create(await askNew());
  expect(await add(created, visitor, other)).toBe(false);
  expect(await keeping.list(other)).toEqual([]);
});

const FAULTS: readonly [string, Fault][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['a neighbour', { origin: 'https://evil.video.example' }],
  ['another port', { origin: 'https://video.example:8443' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['a challenge that nobody gave', { challenge: newSecret() }],
  ['another ceremony', { type: 'payment.get' }],
  ['a person that the device did not verify', { flags: 0x01 }],
  ['nobody present', { flags: 0x04 }],
  ['a page of another origin around it', { crossOrigin: true }],
];

test.each([
  ...FAULTS,
  [
    'another key',
    { signWith: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
  ] as const,
  ['a count that ran backwards', { counter: 1 }] as const,
  ['another person', { userHandle: Buffer.from('usr_other').toString('base64url') }] as const,
  ['nobody named', { userHandle: undefined }] as const,
])('signing in with %s is refused', async (_, fault) => {
  const device = await withPasskey();
  await check(device.get(await ask()));
  await check(device.get(await ask()));
  expect(await check(device.get(await ask(), fault))).toBeUndefined();
});

test.each(FAULTS)('adding a passkey with %s is refused', async (_, fault) => {
  const flags = fault.flags === undefined ? {} : { flags: fault.flags | 0x40 };
  const created = passkeyDevice(party.origin).create(await askNew(), { ...fault, ...flags });
  expect(await add(created)).toBe(false);
  expect(await keeping.list(user)).toEqual([]);
});

test('what no device answers is refused', async () => {
  const large = `"${'a'.repeat(60_000)}"`;
  for (const answer of ['', '{', 'null', '[]', '{}', '{"id":1,"response":{}}', large]) {
    expect(await check(answer)).toBeUndefined();
    expect(await add(answer)).toBe(false);
  }
});

test('a passkey belongs to one person, who alone removes it', async () => {
  const device = await withPasskey();
  const owner = user;
  user = (await signedIn(tables, 'org_1')).user_id;
  expect(await add(device.create(await askNew()))).toBe(false);
  await keeping.remove(user, device.id);
  expect(await check(device.get(await ask()))).toBe(owner);
  await keeping.remove(owner, device.id);
  expect(await check(device.get(await ask()))).toBeUndefined();
});

test('a person has twenty passkeys at most', async () => {
  for (let made = 0; made < 20; made += 1) await withPasskey();
  await expect(askNew()).rejects.toMatchObject({ type: 'invalid_request' });
});

test('twenty stay twenty when more were asked for before, and are added at once', async () => {
  for (let made = 0; made < 18; made += 1) await withPasskey();
  const asked = await Promise.all(Array.from({ length: 6 }, askNew));
  const added = await Promise.all(
    asked.map((options) => add(passkeyDevice(party.origin).create(options))),
  );
  expect(added.filter(Boolean)).toHaveLength(2);
  expect(await keeping.list(user)).toHaveLength(20);
});

test('one network asks so often and no more', async () => {
  let asked = 0;
  try {
    for (; asked < 250; asked += 1) await byPasskey.ask(party, visitor, ADDRESS);
  } catch (error) {
    expect(error).toMatchObject({ type: 'rate_limited' });
  }
  expect(asked).toBe(100);
});
