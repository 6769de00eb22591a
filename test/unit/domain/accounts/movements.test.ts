import fc from 'fast-check';
import {
  type Account,
  applyPosting,
  type LedgerRow,
  newAccount,
  type Posting,
} from '../../../../layers/domain/accounts/account.ts';
import { type Hundredths, toHundredths } from '../../../../layers/domain/accounts/credits.ts';
import {
  type Charge,
  charge,
  giveBack,
  refund,
  renewal,
  renewed,
  spendable,
  topup,
} from '../../../../layers/domain/accounts/movements.ts';

const START = new Date('2026-01-31T00:00:00Z');
const day = (days: number) => new Date(START.getTime() + days * 86_400_000);
const opened = () => {
  const account = newAccount('org_1', 'free', START);
  return applyPosting(account, renewal(account, START)).account;
};

test('an API key spends bought credit only', () => {
  const account = { ...opened(), topup: toHundredths(1) };
  const call = { jobId: 'job_1', wallet: 'topup' as const, reason: 'frames:fine' };
  expect(() => charge(account, { ...call, price: toHundredths(1.01) }, START)).toThrow(
    /costs 1.01 credits.*holds 1 credit\./,
  );
  expect(charge(account, { ...call, price: toHundredths(1) }, START).charges).toEqual([
    { wallet: 'topup', amount: 100 },
  ]);
});

test('a token spends the grant first, then what was bought for tools', () => {
  const account = { ...opened(), tool: toHundredths(10) };
  const call = { jobId: 'job_1', wallet: 'plan' as const, price: toHundredths(65), reason: 'x' };
  const { posting, charges } = charge(account, call, START);
  expect(charges).toEqual([
    { wallet: 'plan', amount: 6000 },
    { wallet: 'tool', amount: 500 },
  ]);
  const after = applyPosting(account, posting).account;
  expect(after).toMatchObject({ plan: 0, tool: 500 });
  const back = applyPosting(after, refund('job_1', charges, START)).account;
  expect(back).toMatchObject({ plan: 6000, tool: 1000 });
  expect(() => charge(after, { ...call, jobId: 'job_2' }, START)).toThrow(
    'costs 65 credits. The plan and tool balances together hold 5 credits.',
  );
});

test('a charge that is made again has the entry of the first one, whichever wallets would pay it now', () => {
  const call = { jobId: 'job_1', wallet: 'plan' as const, price: toHundredths(5), reason: 'x' };
  const firstKey = (plan: number, tool: number) => {
    const account = { ...opened(), plan: plan as Hundredths, tool: tool as Hundredths };
    return charge(account, call, START).posting.movements[0]?.key;
  };
  const keys = [firstKey(500, 500), firstKey(200, 500), firstKey(0, 500)];
  expect(new Set(keys).size).toBe(1);
});

test('parts of a charge go back by entries of their own, what was spent last first', () => {
  const charges = [
    { wallet: 'plan' as const, amount: 600 as Hundredths },
    { wallet: 'tool' as const, amount: 50 as Hundredths },
  ];
  const refunds = [
    { reason: 'refund:truncated' as const, amount: 40 as Hundredths },
    { reason: 'refund:damaged' as const, amount: 100 as Hundredths },
  ];
  const { movements } = giveBack('job_1', charges, refunds, START);
  expect(movements.map(({ key, delta, reason }) => [key, delta, reason])).toEqual([
    ['job_1#refund:truncated#tool', 40, 'refund:truncated'],
    ['job_1#refund:damaged#tool', 10, 'refund:damaged'],
    ['job_1#refund:damaged#plan', 90, 'refund:damaged'],
  ]);
});

test('the grant comes back monthly on the day of opening, and what was left does not add up', () => {
  const account = { ...opened(), plan: 12 as Hundredths };
  expect(renewal(account, day(27)).movements).toEqual([]);
  expect(account.renews_at).toBe('2026-02-28T00:00:00.000Z');
  const later = renewed(account, day(28));
  expect(later).toMatchObject({ plan: 6000, renews_at: '2026-03-31T00:00:00.000Z' });
  const muchLater = renewed(account, day(200));
  expect(muchLater).toMatchObject({ plan: 6000, renews_at: '2026-08-31T00:00:00.000Z' });
});

/** Writes postings as the ledger does: an entry that is there already means that nothing moves. */
function makeLedger() {
  let account: Account = newAccount('org_1', 'free', START);
  const entries = new Map<string, LedgerRow>();
  return {
    account: () => account,
    entries,
    post(posting: Posting) {
      if (posting.movements.some(({ key }) => entries.has(key))) return;
      const after = applyPosting(account, posting);
      account = after.account;
      for (const entry of after.entries) entries.set(entry.key, entry);
    },
  };
}

const step = fc.oneof(
  fc.record({
    do: fc.constant('charge' as const),
    job: fc.nat(8),
    price: fc.integer({ min: 1, max: 9000 }),
    wallet: fc.constantFrom('topup' as const, 'plan' as const),
  }),
  fc.record({ do: fc.constant('refund' as const), job: fc.nat(8) }),
  fc.record({ do: fc.constant('topup' as const), id: fc.nat(5), amount: fc.nat(5000) }),
  fc.record({ do: fc.constant('wait' as const), days: fc.nat(40) }),
);

test('whatever is charged, refunded, bought and replayed, the entries add up and nothing falls below zero', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const ledger = makeLedger();
      const charged = new Map<number, Charge[]>();
      let now = START;
      for (const next of steps) {
        if (next.do === 'wait') now = new Date(now.getTime() + next.days * 86_400_000);
        if (next.do === 'topup') {
          ledger.post(topup(String(next.id), 'topup', next.amount as Hundredths, now));
        }
        if (next.do === 'refund') {
          ledger.post(refund(`job_${next.job}`, charged.get(next.job) ?? [], now));
        }
        if (next.do === 'charge' && !charged.has(next.job)) {
          const price = next.price as Hundredths;
          const before = spendable(renewed(ledger.account(), now), next.wallet);
          const call = { jobId: `job_${next.job}`, wallet: next.wallet, price, reason: 'x' };
          if (before < price) {
            expect(() => charge(ledger.account(), call, now)).toThrow('This call costs');
          } else {
            const { posting, charges } = charge(ledger.account(), call, now);
            ledger.post(posting);
            charged.set(next.job, charges);
          }
        }
        const { plan, topup: bought, tool, last_seq } = ledger.account();
        const rows = [...ledger.entries.values()];
        expect(Math.min(plan, bought, tool)).toBeGreaterThanOrEqual(0);
        expect(rows.reduce((sum, { delta }) => sum + delta, 0)).toBe(plan + bought + tool);
        expect(rows.length).toBe(last_seq);
      }
    }),
  );
});
