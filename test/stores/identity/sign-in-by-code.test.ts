import { randomBytes } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { dynamoKnownBrowsers } from '../../../layers/adapters/dynamo/identity/known-browsers.ts';
import { dynamoPeople } from '../../../layers/adapters/dynamo/identity/people.ts';
import { dynamoRateCounter } from '../../../layers/adapters/dynamo/identity/rate-counter.ts';
import { dynamoSignInAttempts } from '../../../layers/adapters/dynamo/identity/sign-in-attempts.ts';
import { sha256 } from '../../../layers/adapters/system/digest.ts';
import { newSecret } from '../../../layers/adapters/system/new-secret.ts';
import { makeCountAgainst } from '../../../layers/app/identity/limit.ts';
import {
  makeCheckCode,
  makeMailCode,
  makeSignInLink,
} from '../../../layers/app/identity/sign-in-by-code.ts';
import type { CodeMessage } from '../../../layers/app/ports/identity/mail.ts';
import { signedIn } from '../../support/signed-in.ts';
import { testTables } from '../../support/tables.ts';

const START = new Date('2026-05-01T12:00:00Z');
const tables = await testTables();
let now = START;
let mailCode: ReturnType<typeof makeMailCode>;
let checkCode: ReturnType<typeof makeCheckCode>;
let signInLink: ReturnType<typeof makeSignInLink>;
let person: { email: string; user_id: string };
const mailed: CodeMessage[] = [];

beforeAll(() => {
  const { db, records } = tables;
  const common = { digest: sha256, random: randomBytes, newSecret, now: () => now };
  const deps = {
    ...common,
    attempts: dynamoSignInAttempts(db, records),
    people: dynamoPeople(db, records),
    browsers: dynamoKnownBrowsers(db, records),
    mailQueue: { send: async (message: CodeMessage) => void mailed.push(message) },
    countAgainst: makeCountAgainst({ ...common, counter: dynamoRateCounter(db, records) }),
  };
  mailCode = makeMailCode(deps);
  checkCode = makeCheckCode(deps);
  signInLink = makeSignInLink(deps);
});
beforeEach(async () => {
  now = START;
  person = await signedIn(tables, 'org_1');
});

/** Each from a network of its own, as far as a limit is not what is tried. */
async function asked(email = person.email) {
  const secret = newSecret();
  await mailCode(secret, email, newSecret());
  return { secret, byLink: false, email, code: mailed.at(-1)?.code };
}
const check = (typed: Parameters<typeof checkCode>[0]) => checkCode(typed, newSecret());
const later = (minutes: number) => new Date(START.getTime() + minutes * 60_000);

test.each([
  [9.9, true],
  [10, false],
  [600, false],
])('a code that was asked for %s minutes ago signs in: %s', async (minutes, signsIn) => {
  const typed = await asked();
  now = later(minutes);
  expect((await check(typed))?.user_id).toBe(signsIn ? person.user_id : undefined);
});

test.each([
  [59.9, true],
  [60, false],
])('a link that was printed %s minutes ago signs in: %s', async (minutes, signsIn) => {
  const { attempt: secret, email, code } = await signInLink(person.email);
  now = later(minutes);
  const user = await check({ secret, byLink: true, email, code });
  expect(user?.user_id).toBe(signsIn ? person.user_id : undefined);
});

test('what a browser asked for is no link, so that nobody is signed in as another by opening one', async () => {
  const typed = await asked();
  expect(await check({ ...typed, byLink: true })).toBeUndefined();
  const { attempt, email, code } = await signInLink(person.email);
  expect(await check({ secret: attempt, byLink: false, email, code })).toBeUndefined();
});

test('a code is for the address that it was mailed to, and for nobody who has none here', async () => {
  const other = await signedIn(tables, 'org_1');
  expect(await check({ ...(await asked()), email: other.email })).toBeUndefined();
  expect(await check(await asked('nobody@example.com'))).toBeUndefined();
});

test('after five wrong codes the right one is refused, however many more come at once', async () => {
  const typed = await asked();
  const right = Number(typed.code);
  const wrong = Array.from({ length: 99 }, (_, at) =>
    String((right + at + 1) % 1_000_000).padStart(6, '0'),
  );
  await Promise.all(wrong.slice(0, 5).map((code) => check({ ...typed, code })));
  const outcomes = await Promise.all(
    [...wrong.slice(5), typed.code].map((code) => check({ ...typed, code })),
  );
  expect(outcomes.filter((user) => user !== undefined)).toEqual([]);
});

test.each([
  ['one network', 30, () => [`${newSecret()}@example.com`, 'network'] as const],
  ['one mailbox', 5, () => ['full@example.com', newSecret()] as const],
])('%s has %i codes mailed in a quarter of an hour', async (_, most, next) => {
  for (let count = 0; count < most; count += 1) {
    const [email, network] = next();
    await mailCode(newSecret(), email, network);
  }
  const [email, network] = next();
  const sent = mailed.length;
  await expect(mailCode(newSecret(), email, network)).rejects.toMatchObject({
    type: 'rate_limited',
    detail: { retryAfterSeconds: 900 },
  });
  expect(mailed).toHaveLength(sent);
  now = later(15);
  await mailCode(newSecret(), email, network);
});

test('a mailbox gets twenty codes a day, however they are spread', async () => {
  const email = 'all-day@example.com';
  for (let count = 0; count < 20; count += 1) {
    now = later(count * 15);
    await mailCode(newSecret(), email, newSecret());
  }
  now = later(20 * 15);
  await expect(mailCode(newSecret(), email, newSecret())).rejects.toMatchObject({
    type: 'rate_limited',
  });
});

test('who signed in with a browser gets codes there, whatever strangers ask for in their name', async () => {
  const { email, user_id } = person;
  const known = await asked();
  expect((await check(known))?.user_id).toBe(user_id);
  const stranger = async (secret = newSecret()) => mailCode(secret, email, newSecret());
  for (let count = 0; count < 19; count += 1) {
    now = later(count * 15);
    await stranger();
  }
  await expect(stranger()).rejects.toMatchObject({ type: 'rate_limited' });
  for (let count = 0; count < 5; count += 1) await stranger(known.secret);
  const again = { ...known, code: mailed.at(-1)?.code };
  expect((await check(again))?.user_id).toBe(user_id);
  // Such a browser is counted too, and known for this mailbox alone.
  await expect(stranger(known.secret)).rejects.toMatchObject({ type: 'rate_limited' });
  await expect(
    (async () => {
      for (let count = 0; count < 6; count += 1)
        await mailCode(known.secret, 'x@example.com', newSecret());
    })(),
  ).rejects.toMatchObject({ type: 'rate_limited' });
});

test('a browser is known for 400 days', async () => {
  const known = await asked();
  await check(known);
  for (const [days, outcome] of [
    [399, 'a code'],
    [400, 'rate_limited'],
  ] as const) {
    now = later(days * 24 * 60);
    for (let count = 0; count < 5; count += 1)
      await mailCode(newSecret(), person.email, newSecret());
    const told = mailCode(known.secret, person.email, newSecret()).then(
      () => 'a code',
      (error: { type: string }) => error.type,
    );
    expect(await told).toBe(outcome);
  }
});

test('one network tries a hundred codes in a quarter of an hour', async () => {
  const typed = { secret: newSecret(), byLink: false, email: person.email, code: '000000' };
  for (let count = 0; count < 100; count += 1) await checkCode(typed, 'a network');
  await expect(checkCode(typed, 'a network')).rejects.toMatchObject({ type: 'rate_limited' });
  // Another network is not held up by it.
  expect((await check(await asked()))?.user_id).toBe(person.user_id);
});

test('no row of a sign-in holds its code, its secret or an address', async () => {
  const { secret, code = '' } = await asked('reader@example.com');
  const link = await signInLink('reader@example.com');
  const { Items = [] } = await tables.db.send(
    new ScanCommand({
      TableName: tables.records,
      FilterExpression:
        'begins_with(pk, :signin) OR begins_with(pk, :rate) OR begins_with(pk, :browser)',
      ExpressionAttributeValues: { ':signin': 'SIGNIN#', ':rate': 'RATE#', ':browser': 'BROWSER#' },
    }),
  );
  const rows = JSON.stringify(Items);
  expect(rows).toContain(sha256(secret));
  for (const known of [secret, `"${code}"`, link.attempt, `"${link.code}"`, 'reader@']) {
    expect(rows).not.toContain(known);
  }
});
