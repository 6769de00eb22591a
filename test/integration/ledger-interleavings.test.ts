import fc from 'fast-check';
import { dynamoAccounts } from '../../layers/adapters/dynamo/accounts.ts';
import type { Hundredths } from '../../layers/domain/credits.ts';
import { DomainError } from '../../layers/domain/errors.ts';
import { charge, refund, renewal, topup } from '../../layers/domain/movements.ts';
import { testService } from '../support/service.ts';
import { type TestTables, testTables } from '../support/tables.ts';

let tables: TestTables;

beforeAll(async () => {
  tables = await testTables();
});

const START = new Date('2026-05-01T12:00:00Z');
const job = fc.nat(5);
const wallet = fc.constantFrom('topup' as const, 'plan' as const);
const move = fc.oneof(
  fc.record({
    do: fc.constant('charge' as const),
    job,
    wallet,
    price: fc.integer({ min: 1, max: 5000 }),
  }),
  fc.record({ do: fc.constant('refund' as const), job }),
  fc.record({ do: fc.constant('topup' as const), job, amount: fc.integer({ min: 1, max: 500 }) }),
  fc.record({ do: fc.constant('renew' as const), day: fc.integer({ min: -40, max: 100 }) }),
);

test('charges, refunds, purchases, renewals and replays at once, from two processes, leave a ledger that adds up', async () => {
  const service = testService(tables);
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 25 }), async (moves) => {
      const { orgId } = await service.caller('free', 20);
      // Each stands for a process: they share the tables and nothing else.
      const processes = [0, 1].map(() => dynamoAccounts(tables.db, tables.ledger));
      await Promise.all(
        // Everything is done twice.
        [...moves, ...moves].map(async (step, at) => {
          const accounts = processes[at % processes.length];
          if (!accounts) return;
          try {
            await accounts.post(orgId, (account) => {
              const now =
                step.do === 'renew' ? new Date(START.getTime() + step.day * 86_400_000) : START;
              switch (step.do) {
                case 'charge': {
                  const price = step.price as Hundredths;
                  const paid = {
                    jobId: `job_${step.job}`,
                    wallet: step.wallet,
                    price,
                    reason: 'x',
                  };
                  return charge(account, paid, now).posting;
                }
                case 'refund':
                  return refund(
                    `job_${step.job}`,
                    [{ wallet: 'topup', amount: 100 as Hundredths }],
                    now,
                  );
                case 'topup':
                  return topup(`pay_${step.job}`, 'topup', step.amount as Hundredths, now);
                case 'renew':
                  return renewal(account, now);
              }
            });
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
            expect(error.type).toBe('insufficient_credits');
          }
        }),
      );
      const [accounts] = processes;
      const account = await accounts?.find(orgId);
      const entries = (await accounts?.entries(orgId, 1000)) ?? [];
      expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => entries.length - at));
      expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
      for (const name of ['plan', 'topup', 'tool'] as const) {
        const moved = entries.filter((entry) => entry.wallet === name).toReversed();
        let balance = 0;
        for (const { delta, balance_after } of moved) {
          balance += delta;
          expect([balance_after, balance >= 0]).toEqual([balance, true]);
        }
        expect(account?.[name]).toBe(balance);
      }
    }),
    { numRuns: 25 },
  );
}, 120_000);
