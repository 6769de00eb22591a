import type { Account } from '../../../domain/accounts/account.ts';
import type { Tier } from '../../../domain/accounts/plans.ts';

/** What is changed of an account beside its money; null takes away. */
export interface AccountChange {
  readonly tier?: Tier;
  readonly name?: string | null;
  readonly suspended_at?: string | null;
  readonly erased_at?: string;
}

/** The accounts of all organizations, for whoever runs the service. */
export interface AccountDirectory {
  /** Oldest first. */
  list(): Promise<Account[]>;
  /**
   * @returns the account as it is then; undefined when there is none, or when its organization was
   * erased
   */
  change(orgId: string, change: AccountChange): Promise<Account | undefined>;
}
