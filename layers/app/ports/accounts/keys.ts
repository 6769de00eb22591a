/** An API key as it is kept: never the key itself. */
export interface KeyRecord {
  readonly key_id: string;
  readonly org_id: string;
  /** SHA-256 of the key, in hex. */
  readonly hash: string;
  readonly name: string;
  readonly last4: string;
  readonly created_at: string;
  /** RFC 3339, to the minute. */
  readonly last_used_at: string | null;
}

export interface KeyStore {
  /**
   * Adds a key, unless its organization has as many as it may have by then.
   * @returns false when it has
   */
  add(key: KeyRecord, most: number): Promise<boolean>;
  findByHash(hash: string): Promise<KeyRecord | undefined>;
  /** Oldest first. */
  list(orgId: string): Promise<KeyRecord[]>;
  /** Notes that a key is used now, at most once a minute. */
  noteUse(key: KeyRecord, now: Date): Promise<void>;
  /** @returns the key under its new name; undefined when the organization has no such key */
  rename(orgId: string, keyId: string, name: string): Promise<KeyRecord | undefined>;
  /** False when the organization has no such key. */
  remove(orgId: string, keyId: string): Promise<boolean>;
}

/** Counts the calls of an organization. */
export interface CallCounter {
  /** Counts one call in a minute and returns how many that makes. */
  count(orgId: string, minute: string): Promise<number>;
}
