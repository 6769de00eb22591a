import { debits, faultsOf } from '../../support/debits.ts';
import { testTables } from '../../support/tables.ts';

test.each([
  ['a key spends', ['topup'] as const],
  ['a session spends', ['plan'] as const],
  ['keys and sessions spend', ['topup', 'plan'] as const],
])(
  'while %s with 64 debits in flight, the affordable ones pass once and the ledger adds up',
  async (_, spenders) => {
    const run = await debits(await testTables(), 150, 64, spenders);
    expect(faultsOf(run)).toEqual([]);
    expect(run.passed).toBeGreaterThan(0);
    // One debit may take the last of the grant and the rest of tool credit: an entry for each,
    // under one job.
    const byJob = Map.groupBy(run.entries, ({ job_id }) => job_id);
    const split = [...byJob].filter(([job, entries]) => job !== null && entries.length > 1);
    expect(split.length).toBeLessThanOrEqual(1);
  },
);
