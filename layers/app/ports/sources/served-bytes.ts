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

/** Takes the bytes of a file that a program on this machine writes. */
export interface TakenBytes {
  /** Takes bytes from a place on; the next are asked for when these are taken. */
  write(bytes: Uint8Array, at: number): Promise<void>;
}

export interface Taken {
  /** On loopback, and known to nobody else. */
  readonly address: string;
  /** Resolves when all is taken that a writer has sent which has ended since. */
  close(): Promise<void>;
}

/** Takes a file on loopback. */
export type TakeBytes = (bytes: TakenBytes) => Promise<Taken>;
