import type { Approver } from '../../../domain/oauth/account-name.ts';

/** The person whose browser sent a request. */
export interface SignedInPerson extends Approver {
  readonly email: string;
  /** What their organization is called, where it has a name. */
  readonly orgName: string | undefined;
  /** Whether they are a member of others, too. */
  readonly hasOthers: boolean;
  /**
   * Digest of the session's secret: a form that was made for one session is not taken from
   * another.
   */
  readonly sessionHash: string;
}

/** @param cookies the Cookie header */
export type SignedIn = (cookies: string | undefined) => Promise<SignedInPerson | undefined>;
