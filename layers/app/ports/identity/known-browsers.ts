/** Browsers that a mailbox's owner has signed in with, each by a digest of its secret and the address. */
export interface KnownBrowsers {
  /** @param endsAt after which it is forgotten */
  keep(hash: string, endsAt: Date): Promise<void>;
  knows(hash: string, now: Date): Promise<boolean>;
}
