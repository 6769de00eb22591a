import { dynamoAccounts } from '../../../layers/adapters/dynamo/accounts.ts';
import { debits } from '../../support/debits.ts';
import { testTables } from '../../support/tables.ts';

test('of 150 debits with 64 in flight exactly the affordable ones pass, and the ledger adds up', async () => {
  const tables = await testTables();
  const { orgId, bought, passed, spent, refusedWhileAffordable, balance } = await debits(
    tables,
    150,
    64,
  );
  const entries = await dynamoAccounts(tables.db, tables.ledger).entries(orgId, 400);
  const moved = entries.filter(({ wallet }) => wallet === 'topup');
  expect(moved.reduce((sum, { delta }) => sum + delta, 0)).toBe(balance);
  expect(moved).toHaveLength(passed + 1);
  expect(balance).toBe(bought * 100 - spent);
  expect(Math.min(...moved.map(({ balance_after }) => balance_after))).toBeGreaterThanOrEqual(0);
  expect(refusedWhileAffordable).toBe(0);
});
