import { repeats } from '../support/repeats.ts';
import { testTables } from '../support/tables.ts';

test('two hundred calls at once under twenty keys are twenty jobs, twenty charges and one answer a key', async () => {
  expect(await repeats(await testTables(), 20, 10)).toEqual({
    answersByKey: Array.from({ length: 20 }, () => 1),
    queued: 20,
    jobs: 20,
    succeeded: 20,
    charges: 20,
    spent: 20,
    balance: 980,
  });
});
