import type { LedgerRow } from '../../domain/accounts/account.ts';
import type { Principal } from '../../domain/accounts/credential.ts';
import { toCredits } from '../../domain/accounts/credits.ts';
import type { CreditsResult } from '../../domain/accounts/credits-result.ts';
import { momentOf } from '../../domain/accounts/ledger-moment.ts';
import { renewal } from '../../domain/accounts/movements.ts';
import { PLANS } from '../../domain/accounts/plans.ts';
import type { Accounts } from '../ports/accounts/accounts.ts';
import type { Clock } from '../ports/clock.ts';

/** Balances, plan and the newest ledger entries. A renewal that is due is made first. */
export const makeGetCredits =
  ({ accounts, now }: { accounts: Accounts; now: Clock }) =>
  async ({ orgId, wallet }: Principal, limit: number, before?: string): Promise<CreditsResult> => {
    await accounts.post(orgId, (account) => renewal(account, now()));
    const [account, entries] = await Promise.all([
      accounts.find(orgId),
      accounts.entries(orgId, limit, before),
    ]);
    if (!account) throw new Error(`organization ${orgId} has no account`);
    const plan = PLANS[account.tier];
    return {
      org_id: orgId as CreditsResult['org_id'],
      tier: account.tier,
      credits_balance: toCredits(account.plan),
      credits_renew_at: account.renews_at,
      topup_balance: toCredits(account.topup),
      tool_balance: toCredits(account.tool),
      wallet,
      plan: {
        monthly_credits: plan.monthly_credits,
        concurrency: plan.concurrency,
        retention_days: plan.retention_days,
        max_video_minutes: plan.max_video_minutes,
        allows_motion: plan.allows_motion,
      },
      ledger: entries.map(entryOf),
    };
  };

const entryOf = (entry: LedgerRow): CreditsResult['ledger'][number] => ({
  delta: toCredits(entry.delta),
  reason: entry.reason,
  wallet: entry.wallet,
  job_id: entry.job_id as CreditsResult['ledger'][number]['job_id'],
  balance_after: toCredits(entry.balance_after),
  at: momentOf(entry),
});
