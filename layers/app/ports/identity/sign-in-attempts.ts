import type { SignInAttempt } from '../../../domain/identity/sign-in.ts';

export interface SignInAttempts {
  /** Begins an attempt; one of the same browser that was begun before is over. */
  begin(attempt: SignInAttempt): Promise<void>;
  /**
   * Counts a try before the code is compared, so that many at once are no more tries than one
   * after the other.
   * @returns undefined when there is no attempt, or its tries or its time are used up
   */
  countTry(hash: string, tries: number, now: Date): Promise<SignInAttempt | undefined>;
  /**
   * Uses an attempt up.
   * @returns false when it was used or begun anew meanwhile
   */
  use(attempt: Pick<SignInAttempt, 'hash' | 'code_hash'>): Promise<boolean>;
}
