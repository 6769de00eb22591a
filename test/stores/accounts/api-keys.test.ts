import { testService } from '../../support/service.ts';
import { testTables } from '../../support/tables.ts';

let administer: ReturnType<typeof testService>['administer'];
let org: string;

beforeEach(async () => {
  ({ administer } = testService(await testTables()));
  org = (await administer.createOrg('pro', 0 as never)).org_id;
});

const make = (count: number) =>
  Promise.allSettled(Array.from({ length: count }, () => administer.createKey(org, 'x')));

test('an organization has a hundred keys at most, however many are made at once', async () => {
  for (let made = 1; made < 95; made += 1) await administer.createKey(org, 'x');
  const answers = await make(20);
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
