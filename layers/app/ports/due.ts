/** What must be looked at again by a time, the longest overdue first. */
export interface Due<Item> {
  readonly found: readonly Item[];
  /**
   * What is wrong with each row that could not be read, because another release wrote it or it is
   * damaged. They are looked at again an hour later, so that they stand in nobody's way.
   */
  readonly unreadable: readonly Error[];
}
