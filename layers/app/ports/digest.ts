/** SHA-256, in hex. */
export type Digest = (text: string) => string;

/** SHA-256 of bytes as they pass. */
export interface RunningDigest {
  update(bytes: Uint8Array): void;
  hex(): string;
}
export type NewDigest = () => RunningDigest;
