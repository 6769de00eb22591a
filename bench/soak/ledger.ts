import { dynamoAccounts } from '../../layers/adapters/dynamo/accounts.ts';
import { debits } from '../../test/support/debits.ts';
import { soak } from './soak.ts';

const COUNT = Number(process.argv[2] ?? 10_000);
const IN_FLIGHT = 256;

await soak(async (tables) => {
  const run = await debits(tables, COUNT, IN_FLIGHT);
  const accounts = dynamoAccounts(tables.db, tables.ledger);
  const entries = await accounts.entries(run.orgId, 1_000_000);
  const sum = entries
    .filter(({ wallet }) => wallet === 'topup')
    .reduce((total, { delta }) => total + delta, 0);
  const lowest = Math.min(...entries.map(({ balance_after }) => balance_after));
  const holds =
    sum === run.balance &&
    run.balance === run.bought * 100 - run.spent &&
    lowest >= 0 &&
    run.refusedWhileAffordable === 0;
  return { holds, debits: COUNT, in_flight: IN_FLIGHT, ...run, ledger_sum: sum, lowest };
});
