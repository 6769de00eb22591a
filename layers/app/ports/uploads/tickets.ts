/** Signs texts so that nobody else can make or change one. */
export interface Seal {
  seal(text: string): string;
  /** The text, or undefined when not a single character of what `seal` gave may be trusted. */
  open(sealed: string): string | undefined;
}

export interface UsedTickets {
  /**
   * Marks a ticket as used.
   * @returns what takes the mark away again, for whoever kept nothing by it; undefined when it was
   * used before
   */
  use(orgId: string, nonce: string, expires: Date): Promise<(() => Promise<void>) | undefined>;
}
