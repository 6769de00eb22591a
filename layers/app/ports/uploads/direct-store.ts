import { z } from 'zod';

/** A part of a transfer as the storage has it. */
export interface StoredPart {
  readonly number: number;
  readonly etag: string;
  readonly size: number;
  readonly arrived?: Date | undefined;
}

export const SignedPut = z.strictObject({
  url: z.url(),
  /** The headers that the address is signed with. */
  headers: z.record(z.string(), z.string()).readonly(),
});
export type SignedPut = Readonly<z.infer<typeof SignedPut>>;

/** An object by the addresses that read it, and that take another in its place. */
export const Replaced = z.strictObject({ url: z.url(), put: SignedPut });
export type Replaced = Readonly<z.infer<typeof Replaced>>;

/** Transfers that go straight into the object store, by addresses signed beforehand. */
export interface DirectStore {
  /**
   * Seconds for which addresses work that are signed now: as many as asked, or fewer where the
   * session that signs them ends before.
   */
  addressSeconds(asked: number): Promise<number>;
  /**
   * An address that takes one object with exactly its type and, when it is told, its size: once,
   * or, where that is said, in the place of the one that is there.
   */
  signPut(
    key: string,
    object: { contentType: string; bytes: number | null; replaces?: boolean },
    seconds: number,
  ): Promise<SignedPut>;
  /** Begins a transfer in parts and answers with its id. */
  beginParts(key: string, contentType: string): Promise<string>;
  /** @param part its `bytes` are null where nobody knows them yet */
  signPart(
    key: string,
    part: { id: string; number: number; bytes: number | null },
    seconds: number,
  ): Promise<string>;
  /** The parts that have arrived; undefined when the transfer has ended. */
  parts(key: string, id: string): Promise<StoredPart[] | undefined>;
  /** Makes one object of the parts; nothing happens when the transfer has ended already. */
  joinParts(key: string, id: string, parts: readonly StoredPart[]): Promise<void>;
  /** Ends a transfer and deletes its parts, if there is one. */
  abortParts(key: string, id: string): Promise<void>;
  /** When the last bytes came: of the object, or of a transfer's parts while it is under way. */
  lastArrival(key: string, transferId: string | undefined): Promise<Date | undefined>;
  /** Size of an object in bytes; undefined when there is none. */
  size(key: string): Promise<number | undefined>;
  read(key: string, signal: AbortSignal): AsyncIterable<Uint8Array>;
}
