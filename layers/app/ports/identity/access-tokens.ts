import type { Scope } from '../../../domain/accounts/credential.ts';

/** What a person let a program do in their organization. */
export interface AccessGrant {
  readonly orgId: string;
  readonly userId: string;
  readonly scopes: readonly Scope[];
}

export interface AccessTokens {
  /**
   * What the bearer of a token may do.
   * @param token begins with `oat_`
   * @returns undefined for a token that is unknown, has expired, or whose grant has ended
   */
  find(token: string): Promise<AccessGrant | undefined>;
}
