import type { Account } from '../../domain/accounts/account.ts';
import { toCredits } from '../../domain/accounts/credits.ts';
import { momentOf } from '../../domain/accounts/ledger-moment.ts';
import type { Tier } from '../../domain/accounts/plans.ts';
import type { AccountChange, AccountDirectory } from '../ports/accounts/account-directory.ts';
import type { Accounts } from '../ports/accounts/accounts.ts';
import type { Clock } from '../ports/clock.ts';
import { noOrganization, requireOrganization } from './require-organization.ts';

interface Deps {
  readonly accounts: Pick<Accounts, 'find' | 'entries'>;
  readonly directory: AccountDirectory;
  readonly now: Clock;
}

/** What whoever runs the service sees of organizations, and changes of them beside their money. */
export function makeOversee({ accounts, directory, now }: Deps) {
  const change = async (orgId: string, to: AccountChange): Promise<ToldAccount> => {
    await requireOrganization(accounts, orgId);
    const account = await directory.change(orgId, to);
    if (!account) throw noOrganization(orgId);
    return told(account);
  };
  return {
    async list(): Promise<ToldAccount[]> {
      return (await directory.list()).map(told);
    },
    async show(orgId: string): Promise<ToldAccount> {
      const account = await accounts.find(orgId);
      if (!account) throw noOrganization(orgId);
      return told(account);
    },
    rename: (orgId: string, name: string) => change(orgId, { name }),
    /** What another plan allows holds at once; its grant comes with the next renewal. */
    changePlan: (orgId: string, tier: Tier) => change(orgId, { tier }),
    /** Its credentials are refused until it is resumed; what was queued is still done. */
    suspend: (orgId: string) => change(orgId, { suspended_at: now().toISOString() }),
    resume: (orgId: string) => change(orgId, { suspended_at: null }),
    /** A page of the ledger, newest first, and where the next one begins. */
    async ledger(orgId: string, limit: number, before?: string) {
      if (!(await accounts.find(orgId))) throw noOrganization(orgId);
      const entries = await accounts.entries(orgId, limit, before);
      const last = entries.at(-1);
      return {
        entries: entries.map((entry) => ({
          at: momentOf(entry),
          delta: toCredits(entry.delta),
          reason: entry.reason,
          wallet: entry.wallet,
          job_id: entry.job_id,
          balance_after: toCredits(entry.balance_after),
        })),
        next: last && entries.length === limit ? momentOf(last) : null,
      };
    },
  };
}

/** An account as an operator is told of it; amounts in credits. */
type ToldAccount = ReturnType<typeof told>;
const told = ({ org_id, name, tier, created_at, renews_at, ...account }: Account) => ({
  org_id,
  name: name ?? null,
  plan: tier,
  created_at,
  renews_at,
  suspended_at: account.suspended_at ?? null,
  ...(account.erased_at !== undefined && { erased_at: account.erased_at }),
  credits_balance: toCredits(account.plan),
  topup_balance: toCredits(account.topup),
  tool_balance: toCredits(account.tool),
});
