import { z } from 'zod';
import { Hundredths, NOTHING } from './credits.ts';
import { Wallet } from './credits-result.ts';
import { Tier } from './plans.ts';

/**
 * An organization's money. It changes only by movements, and each movement leaves a ledger entry.
 */
export const Account = z.object({
  org_id: z.string(),
  /** For whoever runs the service, and for members; no key or token is told. */
  name: z.string().optional(),
  /** Since when none of its credentials is taken. */
  suspended_at: z.iso.datetime().optional(),
  /** Since when nothing is left of it but its money. */
  erased_at: z.iso.datetime().optional(),
  tier: Tier,
  plan: Hundredths,
  topup: Hundredths,
  tool: Hundredths,
  created_at: z.iso.datetime(),
  /** When the plan's grant is next set back to its full amount. */
  renews_at: z.iso.datetime(),
  /** Number of the newest ledger entry. */
  last_seq: z.int().min(0),
});
export type Account = z.infer<typeof Account>;

/** One movement as it is kept; amounts in hundredths. */
export const LedgerRow = z.object({
  /** What was moved for what, e.g. `<job_id>#charge`; written once, so a replay moves nothing. */
  key: z.string(),
  seq: z.int().min(1),
  delta: Hundredths,
  reason: z.string(),
  wallet: Wallet,
  job_id: z.string().nullable(),
  /** What the wallet held afterwards. */
  balance_after: Hundredths,
  at: z.iso.datetime(),
});
export type LedgerRow = z.infer<typeof LedgerRow>;

export type Movement = Pick<LedgerRow, 'key' | 'delta' | 'reason' | 'wallet' | 'job_id'>;

/** Movements that are written together or not at all. */
export interface Posting {
  readonly at: string;
  readonly movements: readonly Movement[];
  readonly renewsAt?: string;
}

/** An organization's account before its first movement; the first grant is due at once. */
export const newAccount = (orgId: string, tier: Tier, now: Date, name?: string): Account => ({
  org_id: orgId,
  ...(name !== undefined && { name }),
  tier,
  plan: NOTHING,
  topup: NOTHING,
  tool: NOTHING,
  created_at: now.toISOString(),
  renews_at: now.toISOString(),
  last_seq: 0,
});

/**
 * The account after a posting, and the entries that say so.
 * A wallet that would fall below zero is a defect of whoever made the posting.
 */
export function applyPosting(
  account: Account,
  { at, movements, renewsAt = account.renews_at }: Posting,
): { account: Account; entries: LedgerRow[] } {
  const after = { ...account, renews_at: renewsAt };
  const entries = movements.map((movement): LedgerRow => {
    const balance = (after[movement.wallet] + movement.delta) as Hundredths;
    if (balance < 0) throw new Error(`the ${movement.wallet} wallet would fall to ${balance}`);
    after[movement.wallet] = balance;
    after.last_seq += 1;
    return { ...movement, seq: after.last_seq, balance_after: balance, at };
  });
  return { account: after, entries };
}
