/** The account that approves: a person, in one of their organizations. */
export interface Approver {
  readonly orgId: string;
  readonly userId: string;
}

/** How the names of all accounts in an organization begin. */
export const accountPrefix = (orgId: string): string => `${orgId}/`;

export const accountName = ({ orgId, userId }: Approver): string =>
  `${accountPrefix(orgId)}${userId}`;

/** @throws Error for a text that accountName did not make */
export function approverOf(account: string): Approver {
  const [orgId, userId, ...more] = account.split('/');
  if (!orgId || !userId || more.length > 0) throw new Error('not the name of an account');
  return { orgId, userId };
}
