/** Which ids were erased. It holds no id, and can only be asked for one that is at hand. */
export interface Erased {
  readonly count: number;
  has(orgId: string, id: string): boolean;
}

/**
 * The ids of what was erased, as digests, kept where no backup of the tables reaches and for as
 * long as their backups reach: a table that is restored brings back what was erased since, and is
 * erased anew by them.
 */
export interface ErasedIds {
  /** Adds the ids of one erasure; one that is taken up again adds to what it kept before. */
  keep(orgId: string, ids: readonly string[], at: Date): Promise<void>;
  load(): Promise<Erased>;
}
