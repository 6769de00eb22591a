/** SHA-256, in hex. */
export type Digest = (text: string) => string;

/** How far digests of blocks have come. A SHA-256 that is begun cannot be taken up elsewhere. */
export interface DigestSoFar {
  /** Of the bytes that passed. */
  readonly size: number;
  /** Of each block that is full. */
  readonly crcs: readonly number[];
  /** Of the block that is not. */
  readonly crc: number;
}

/** Digests of a source, made of its bytes as they pass. */
export interface RunningDigest {
  update(bytes: Uint8Array): void;
  /** SHA-256 of them all, in hex. @throws Error where not all of them passed here */
  hex(): string;
  soFar(): DigestSoFar;
  /** The table of its blocks, as it is stored beside the source; nothing is added any more. */
  table(): Uint8Array;
}
/** @param from goes on there: blocks are digested as ever, and the whole has no SHA-256 then */
export type NewDigest = (from?: DigestSoFar) => RunningDigest;
