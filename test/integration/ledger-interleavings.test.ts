import fc from 'fast-check';
import { dynamoAccounts } from '../../layers/adapters/dynamo/accounts/accounts.ts';
import type { Account, Posting } from '../../layers/domain/accounts/account.ts';
import type { Hundredths } from '../../layers/domain/accounts/credits.ts';
import { charge, refund, renewal, topup } from '../../layers/domain/accounts/movements.ts';
import { DomainError } from '../../layers/domain/errors.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { testService } from '../support/service.ts';
import { otherProcess, testTables } from '../support/tables.ts';

const tables = await testTables();

const START = new Date('2026-05-01T12:00:00Z');
const GRANT = 6000;
const job = fc.nat(5);
const wallet = fc.constantFrom('topup' as const, 'plan' as const);
/** Days from the start: clocks differ, and run backwards too. */
const day = fc.integer({ min: -40, max: 100 });
const move = fc.oneof(
  fc.record({
    do: fc.constant('charge' as const),
    job,
    wallet,
    price: fc.integer({ min: 1, max: 5000 }),
    day,
  }),
  fc.record({ do: fc.constant('refund' as const), job, day }),
  fc.record({
    do: fc.constant('topup' as const),
    job,
    amount: fc.integer({ min: 1, max: 500 }),
    day,
  }),
  fc.record({ do: fc.constant('renew' as const), day }),
);
type Move = typeof move extends fc.Arbitrary<infer M> ? M : never;

function postingOf(step: Move, account: Account): Posting {
  const now = new Date(START.getTime() + step.day * 86_400_000);
  switch (step.do) {
    case 'charge': {
      const { wallet, price } = step;
      const paid = { jobId: `job_${step.job}`, wallet, price: price as Hundredths, reason: 'x' };
      return charge(account, paid, now).posting;
    }
    case 'refund':
      return refund(`job_${step.job}`, [{ wallet: 'topup', amount: 100 as Hundredths }], now);
    case 'topup':
      return topup(`pay_${step.job}`, 'topup', step.amount as Hundredths, now);
    case 'renew':
      return renewal(account, now);
  }
}

test('charges, refunds, purchases, renewals and replays at once, from two processes whose clocks differ, leave a ledger that adds up', async () => {
  const service = testService(tables);
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 25 }), async (moves) => {
      const { orgId } = await service.caller('free', 20);
      const opened = (await service.accounts.find(orgId))?.renews_at ?? '';
      const processes = [0, 1].map(() => dynamoAccounts(otherProcess(tables).db, tables.ledger));
      await Promise.all(
        // Everything is done twice, and the second time by the other process.
        [...moves, ...moves].map(async (step, at) => {
          const second = at >= moves.length ? 1 : 0;
          try {
            await processes[(at + second) % 2]?.post(orgId, (account) => postingOf(step, account));
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
            expect(error.type).toBe('insufficient_credits');
          }
        }),
      );
      const account = await service.accounts.find(orgId);
      const entries = await service.accounts.entries(orgId, 1000);
      expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => entries.length - at));
      expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
      for (const name of ['plan', 'topup', 'tool'] as const) {
        const moved = entries.filter((entry) => entry.wallet === name).toReversed();
        let balance = 0;
        for (const { delta, balance_after, reason } of moved) {
          balance += delta;
          expect([balance_after, balance >= 0]).toEqual([balance, true]);
          // A renewal sets the grant to its full amount, whatever was left of it.
          if (reason === 'plan_renewal') expect(balance).toBe(GRANT);
        }
        expect(account?.[name]).toBe(balance);
      }
      // No clock that runs backwards takes a renewal back or makes one twice.
      expect((account?.renews_at ?? '') >= opened).toBe(true);
      const purchases = new Set(moves.flatMap((m) => (m.do === 'topup' ? [m.job] : [])));
      expect(entries.filter(({ key }) => /^topup#pay_.$/.test(key)).length).toBe(purchases.size);
    }),
    propertyRuns(8, undefined),
  );
});
