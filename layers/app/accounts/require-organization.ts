import type { Account } from '../../domain/accounts/account.ts';
import type { Accounts } from '../ports/accounts/accounts.ts';

/** Said to whoever runs the service. */
export const noOrganization = (orgId: string): Error =>
  new Error(`there is no organization ${orgId}`);

/**
 * The account of an organization that was not erased.
 * @throws Error in words for a person
 */
export async function requireOrganization(
  accounts: Pick<Accounts, 'find'>,
  orgId: string,
): Promise<Account> {
  const account = await accounts.find(orgId);
  if (!account) throw noOrganization(orgId);
  if (account.erased_at !== undefined) {
    throw new Error(`the organization ${orgId} was erased at ${account.erased_at}`);
  }
  return account;
}
