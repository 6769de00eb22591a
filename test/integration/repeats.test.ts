import { asMany } from '../support/breadth.ts';
import { repeats } from '../support/repeats.ts';
import { testTables } from '../support/tables.ts';

const KEYS = asMany(8, 20);

test(`ten calls at once under each of ${KEYS} keys are a job, a charge and one answer a key`, async () => {
  expect(await repeats(await testTables(), KEYS, 10)).toEqual({
    answersByKey: Array.from({ length: KEYS }, () => 1),
    queued: KEYS,
    jobs: KEYS,
    succeeded: KEYS,
    charges: KEYS,
    spent: KEYS,
    balance: 1000 - KEYS,
  });
});
