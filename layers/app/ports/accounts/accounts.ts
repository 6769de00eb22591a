import type { Account, LedgerRow, Posting } from '../../../domain/accounts/account.ts';

export interface Accounts {
  /** @throws Error when the organization has an account */
  open(account: Account): Promise<void>;
  find(orgId: string): Promise<Account | undefined>;
  /**
   * Writes a posting and its ledger entries in one transaction.
   * @param decide is asked again when the account changed meanwhile
   * @returns false when an entry of the posting was written before; then nothing moves
   */
  post(orgId: string, decide: (account: Account) => Posting): Promise<boolean>;
  /**
   * Newest first, in the order in which they were written.
   * @param before the time of an entry as `momentOf` tells it: what was written before it; any
   * other time: what is older
   */
  entries(orgId: string, limit: number, before?: string): Promise<LedgerRow[]>;
}
