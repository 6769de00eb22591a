import { asMany } from '../../support/breadth.ts';
import { debits, faultsOf } from '../../support/debits.ts';
import { testTables } from '../../support/tables.ts';

const COUNT = asMany(60, 150);
const IN_FLIGHT = asMany(24, 64);

test.each([
  ['a key spends', ['topup'] as const],
  ['a session spends', ['plan'] as const],
  ['keys and sessions spend', ['topup', 'plan'] as const],
])(
  `while %s with ${IN_FLIGHT} debits in flight, the affordable ones pass once and the ledger adds up`,
  async (_, spenders) => {
    const run = await debits(await testTables(), COUNT, IN_FLIGHT, spenders);
    expect(faultsOf(run)).toEqual([]);
    expect(run.passed).toBeGreaterThan(0);
    // One debit may take the last of the grant and the rest of tool credit: an entry for each,
    // under one job.
    const byJob = Map.groupBy(run.entries, ({ job_id }) => job_id);
    const split = [...byJob].filter(([job, entries]) => job !== null && entries.length > 1);
    expect(split.length).toBeLessThanOrEqual(1);
  },
);
