import { DomainError } from '../errors.ts';
import { type Account, applyPosting, type Movement, type Posting } from './account.ts';
import type { Principal } from './credential.ts';
import { type Hundredths, toCredits, toHundredths } from './credits.ts';
import type { Wallet } from './credits-result.ts';
import { PLANS } from './plans.ts';
import type { Refund } from './shortfall.ts';

/** A part of a price, and the wallet it came from. */
export interface Charge {
  readonly wallet: Wallet;
  readonly amount: Hundredths;
}

/** The same day of a later month; the last day where that month is shorter. */
function addMonths(from: Date, months: number): Date {
  const date = new Date(from);
  date.setUTCMonth(date.getUTCMonth() + months);
  if (date.getUTCDate() !== from.getUTCDate()) date.setUTCDate(0);
  return date;
}

/**
 * Sets the plan's grant back to its full amount when that is due; what was not spent does not roll
 * over.
 */
export function renewal(account: Account, now: Date): Posting {
  const at = now.toISOString();
  if (at < account.renews_at) return { at, movements: [] };
  const opened = new Date(account.created_at);
  let months = 1;
  while (addMonths(opened, months) <= now) months += 1;
  const grant = toHundredths(PLANS[account.tier].monthly_credits);
  const movement: Movement = {
    key: `plan_renewal#${account.renews_at}`,
    delta: (grant - account.plan) as Hundredths,
    reason: 'plan_renewal',
    wallet: 'plan',
    job_id: null,
  };
  return { at, movements: [movement], renewsAt: addMonths(opened, months).toISOString() };
}

/** The account as it stands at a moment, with a renewal that is due but not yet written. */
export const renewed = (account: Account, now: Date): Account =>
  applyPosting(account, renewal(account, now)).account;

const WALLETS: Readonly<Record<Principal['wallet'], readonly Wallet[]>> = {
  topup: ['topup'],
  plan: ['plan', 'tool'],
};

/** What a credential of this wallet can spend. */
export const spendable = (account: Account, wallet: Principal['wallet']): Hundredths =>
  WALLETS[wallet].reduce((sum, part) => sum + account[part], 0) as Hundredths;

const credits = (amount: Hundredths) =>
  toCredits(amount) === 1 ? '1 credit' : `${toCredits(amount)} credits`;

const HOLDING: Readonly<Record<Principal['wallet'], (amount: string) => string>> = {
  topup: (amount) => `API keys spend the topup balance, which holds ${amount}.`,
  plan: (amount) => `The plan and tool balances together hold ${amount}.`,
};

/** @throws DomainError insufficient_credits naming the price and the balance */
export function requireFunds(
  account: Account,
  wallet: Principal['wallet'],
  price: Hundredths,
): void {
  const balance = spendable(account, wallet);
  if (balance >= price) return;
  throw new DomainError(
    'insufficient_credits',
    `This call costs ${credits(price)}. ${HOLDING[wallet](credits(balance))} Add credit, or ask for less: a shorter window, a cheaper level or a shallower depth.`,
  );
}

/**
 * Of a call whose price is not known yet.
 * @throws DomainError insufficient_credits when the wallet is empty
 */
export function requireSomeFunds(account: Account, wallet: Principal['wallet']): void {
  if (spendable(account, wallet) > 0) return;
  throw new DomainError(
    'insufficient_credits',
    `${HOLDING[wallet]('nothing')} Add credit, then send the call again.`,
  );
}

/**
 * Takes a price from what a credential can spend, a due renewal first.
 * @throws DomainError insufficient_credits
 */
export function charge(
  account: Account,
  job: { jobId: string; wallet: Principal['wallet']; price: Hundredths; reason: string },
  now: Date,
): { posting: Posting; charges: Charge[] } {
  const due = renewal(account, now);
  const current = applyPosting(account, due).account;
  requireFunds(current, job.wallet, job.price);
  let left: number = job.price;
  const charges: Charge[] = [];
  for (const wallet of WALLETS[job.wallet]) {
    const amount = Math.min(left, current[wallet]) as Hundredths;
    if (amount > 0) charges.push({ wallet, amount });
    left -= amount;
  }
  const movements = charges.map(
    ({ wallet, amount }, part): Movement => ({
      // The first part is named by the credential's wallet, whichever pays it: a repeat that would
      // be paid by other parts meets that entry, and moves nothing.
      key: `${job.jobId}#charge#${part === 0 ? job.wallet : wallet}`,
      delta: -amount as Hundredths,
      reason: job.reason,
      wallet,
      job_id: job.jobId,
    }),
  );
  return { posting: { ...due, movements: [...due.movements, ...movements] }, charges };
}

/** Gives a charge back to the wallets it came from. */
export const refund = (jobId: string, charges: readonly Charge[], now: Date): Posting => ({
  at: now.toISOString(),
  movements: charges.map(({ wallet, amount }) => ({
    key: `${jobId}#refund#${wallet}`,
    delta: amount,
    reason: 'refund',
    wallet,
    job_id: jobId,
  })),
});

/**
 * Gives parts of a charge back, each by entries of its own; what was spent last goes back first.
 * The amounts together are at most what was charged.
 */
export function giveBack(
  jobId: string,
  charges: readonly Charge[],
  refunds: readonly Refund[],
  now: Date,
): Posting {
  const left = charges.map((part) => ({ ...part })).reverse();
  const movements = refunds.flatMap(({ reason, amount }) => {
    let rest: number = amount;
    return left.flatMap((part): Movement[] => {
      const delta = Math.min(rest, part.amount) as Hundredths;
      if (delta === 0) return [];
      rest -= delta;
      part.amount = (part.amount - delta) as Hundredths;
      const key = `${jobId}#${reason}#${part.wallet}`;
      return [{ key, delta, reason, wallet: part.wallet, job_id: jobId }];
    });
  });
  return { at: now.toISOString(), movements };
}

/** Adds bought credit. The id makes a repeat of the same purchase a no-op. */
export const topup = (
  id: string,
  wallet: 'topup' | 'tool',
  amount: Hundredths,
  now: Date,
): Posting => ({
  at: now.toISOString(),
  movements: [{ key: `topup#${id}`, delta: amount, reason: 'topup', wallet, job_id: null }],
});
