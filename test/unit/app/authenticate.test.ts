import { dynamoCallCounter } from '../../../layers/adapters/dynamo/call-counter.ts';
import { sha256 } from '../../../layers/adapters/system/digest.ts';
import { makeAdmit } from '../../../layers/app/accounts/admit.ts';
import { makeAuthenticate } from '../../../layers/app/accounts/authenticate.ts';
import { toHundredths } from '../../../layers/domain/credits.ts';
import { testService } from '../../support/service.ts';
import { type TestTables, testTables } from '../../support/tables.ts';

let tables: TestTables;
let service: ReturnType<typeof testService>;
let looked = 0;

beforeAll(async () => {
  tables = await testTables();
  service = testService(tables);
});

const authenticate = (authorization: string | undefined) =>
  makeAuthenticate({
    keys: {
      findByHash(hash) {
        looked += 1;
        return service.keys.findByHash(hash);
      },
    },
    accounts: service.accounts,
    digest: sha256,
  })(authorization);

const refusal = (authorization: string | undefined) =>
  authenticate(authorization).then(
    () => 'accepted',
    (error) => JSON.stringify(error.toApiError()),
  );

test('a key names its organization, plan, scopes and wallet', async () => {
  const { org_id, api_key } = await service.administer.createOrg('creator', toHundredths(0));
  expect(await authenticate(`Bearer ${api_key}`)).toEqual({
    orgId: org_id,
    tier: 'creator',
    scopes: ['video:read', 'account:read'],
    wallet: 'topup',
  });
  expect(await authenticate(`bearer ${api_key}`)).toMatchObject({ orgId: org_id });
});

test('whatever is not a key is refused with one body and without a look-up', async () => {
  looked = 0;
  const answers = new Set<string>();
  for (const header of [
    undefined,
    '',
    'Bearer',
    'Bearer x',
    'Basic c2s6',
    `Bearer sk_live_${'A'.repeat(40)}`,
    'Bearer oat_unknown',
  ]) {
    answers.add(await refusal(header));
  }
  expect(answers.size).toBe(1);
  expect([...answers][0]).toContain('"unauthorized"');
  expect(looked).toBe(0);
});

test('a revoked key is refused from that moment on, the others of its organization go on', async () => {
  const { org_id, api_key } = await service.administer.createOrg('free', toHundredths(0));
  const { key } = await service.administer.createKey(org_id, 'second');
  const [first] = await service.administer.listKeys(org_id);
  expect(first?.last4).toBe(api_key.slice(-4));
  expect(await service.administer.revokeKey(org_id, first?.key_id ?? '')).toBe(true);
  expect(await refusal(`Bearer ${api_key}`)).toContain('"unauthorized"');
  expect(await authenticate(`Bearer ${key}`)).toMatchObject({ orgId: org_id });
  expect(await service.administer.revokeKey(org_id, first?.key_id ?? '')).toBe(false);
});

test('what is kept of a key does not hold the key', async () => {
  const { org_id, api_key } = await service.administer.createOrg('free', toHundredths(0));
  expect(JSON.stringify(await service.keys.list(org_id))).not.toContain(api_key.slice(8, 30));
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
