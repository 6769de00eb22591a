/** For which a caller's link to a sheet or a thumbnail works. */
export const LINK_SECONDS = 3600;

/**
 * The private object store. Keys start with `orgs/<org>/videos/<video>/`, so one prefix holds all
 * of a video.
 */
export interface ArtifactStore {
  put(
    key: string,
    body: Uint8Array | AsyncIterable<Uint8Array>,
    contentType: string,
  ): Promise<void>;
  /** The object's bytes, or undefined when there is none. For small objects only. */
  get(key: string): Promise<Uint8Array | undefined>;
  /**
   * The object's bytes as they come, or undefined when there is none. A read that breaks off is
   * gone on with; ending the iteration early ends it.
   */
  read(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** All keys under a prefix, in their order. */
  list(prefix: string): Promise<string[]>;
  /** A link that reads the object without a credential until it expires. */
  signedUrl(key: string, expiresInSeconds: number): Promise<string>;
  /** Deletes what lies under a prefix, and ends what is on its way there. */
  deletePrefix(prefix: string): Promise<void>;
}
