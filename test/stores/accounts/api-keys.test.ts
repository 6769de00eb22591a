import { countTransactions } from '../../support/count-transactions.ts';
import { testService } from '../../support/service.ts';
import { otherProcess, type TestTables, testTables } from '../../support/tables.ts';

let tables: TestTables;
let administer: ReturnType<typeof testService>['administer'];
let org: string;

beforeEach(async () => {
  tables = await testTables();
  ({ administer } = testService(tables));
  org = (await administer.createOrg('pro', 0 as never)).org_id;
});

const make = (count: number, by = administer) =>
  Promise.allSettled(Array.from({ length: count }, () => by.createKey(org, 'x')));

test('an organization has a hundred keys at most, however many processes make some at once', async () => {
  for (let made = 1; made < 95; made += 1) await administer.createKey(org, 'x');
  const other = testService(otherProcess(tables)).administer;
  const answers = (await Promise.all([make(10), make(10, other)])).flat();
  expect(await administer.listKeys(org)).toHaveLength(100);
  const refused = answers.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(15);
  for (const refusal of refused) {
    expect(refusal).toMatchObject({ reason: { type: 'invalid_request' } });
  }
});

test('a key that is revoked makes room for one other', async () => {
  for (let made = 1; made < 100; made += 1) await administer.createKey(org, 'x');
  const [oldest] = await administer.listKeys(org);
  await administer.revokeKey(org, oldest?.key_id ?? '');
  const answers = await make(5);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('keys that are asked for at once are made one after the other, each in one try', async () => {
  const tries = countTransactions(tables.db);
  await make(12);
  expect(tries()).toBe(12);
});
