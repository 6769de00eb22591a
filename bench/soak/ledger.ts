import { debits, faultsOf } from '../../test/support/debits.ts';
import { soak } from './soak.ts';

const COUNT = Number(process.argv[2] ?? 10_000);
const IN_FLIGHT = 256;

/**
 * Debits by keys and by sessions at once: bought credit, and the grant with tool credit behind it.
 */
await soak(async (tables) => {
  const run = await debits(tables, COUNT, IN_FLIGHT, ['topup', 'plan']);
  const faults = faultsOf(run);
  const lowest = Math.min(...run.entries.map(({ balance_after }) => balance_after));
  const { passed, spent, chargedTwice, refusedWhileAffordable } = run;
  return {
    holds: faults.length === 0,
    faults,
    debits: COUNT,
    in_flight: IN_FLIGHT,
    passed,
    spent,
    chargedTwice,
    refusedWhileAffordable,
    lowest,
  };
});
