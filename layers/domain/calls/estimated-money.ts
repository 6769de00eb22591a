import { type Account, applyPosting } from '../accounts/account.ts';
import type { Principal } from '../accounts/credential.ts';
import { toCredits } from '../accounts/credits.ts';
import { charge, spendable } from '../accounts/movements.ts';
import type { PaidCharge } from '../accounts/paid-windows.ts';
import type { CallEstimate } from './estimate.ts';

type Spends = Principal['wallet'];
type Price = Pick<PaidCharge, 'price' | 'cacheHit'>;

/**
 * The account as a price would leave it.
 * @throws DomainError insufficient_credits
 */
export const chargedAccount = (
  account: Account,
  wallet: Spends,
  { price }: Price,
  now: Date,
): Account =>
  applyPosting(account, charge(account, { jobId: '', wallet, price, reason: '' }, now).posting)
    .account;

const UNKNOWN_LENGTH =
  'How long this video is, is known once it is fetched. The price is settled then, before anything is read.';

type MoneyMembers = Pick<
  CallEstimate,
  'credits' | 'reason' | 'cache_hit' | 'wallet' | 'balance_after'
>;

/**
 * What an estimate says of money.
 * @param price left out while the length of the video is not known
 * @param reason why nothing would be charged
 * @throws DomainError insufficient_credits
 */
export function moneyOf(
  account: Account,
  wallet: Spends,
  price: Price | undefined,
  { now, reason }: { readonly now: Date; readonly reason?: string | undefined },
): MoneyMembers {
  if (!price) {
    const unknown = { credits: null, balance_after: null, cache_hit: false };
    return { ...unknown, reason: UNKNOWN_LENGTH, wallet };
  }
  return {
    credits: toCredits(price.price),
    ...(reason === undefined ? {} : { reason }),
    cache_hit: price.cacheHit,
    wallet,
    balance_after: toCredits(spendable(chargedAccount(account, wallet, price, now), wallet)),
  };
}
