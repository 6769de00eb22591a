/** Bytes of a known length that decoders on this machine may read in any order. */
export interface ServedBytes {
  readonly length: number;
  /**
   * The bytes from one place to another, both included.
   * @param signal aborts when nobody reads them any more
   */
  read(first: number, last: number, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

export interface Served {
  /** On loopback, and known to nobody else. */
  readonly address: string;
  /** Ends every connection; the address leads nowhere from then on. */
  close(): void;
}

/** Serves bytes on loopback. */
export type ServeBytes = (bytes: ServedBytes) => Promise<Served>;
