/** SHA-256, in hex. */
export type Digest = (text: string) => string;

/** Digests of a source, made of its bytes as they pass. */
export interface RunningDigest {
  update(bytes: Uint8Array): void;
  /** SHA-256 of them all, in hex. */
  hex(): string;
  /** The table of its blocks, as it is stored beside the source; nothing is added any more. */
  table(): Uint8Array;
}
export type NewDigest = () => RunningDigest;
