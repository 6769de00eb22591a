import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DigestSoFar, NewDigest } from '../../app/ports/digest.ts';
import type { MediaSink } from '../../app/ports/links/links.ts';
import { partBytes } from '../../domain/sources/part-sizes.ts';
import { putRange } from './put-range.ts';

/** Before each further try of one part. */
const PAUSES_MS = [500, 2_000];
/** The store takes less in the last part alone. */
const LEAST_BYTES = 5 * 1024 ** 2;

interface Into {
  /** An address for each part of a transfer that may be put, in order. */
  readonly addresses: readonly string[];
  /** Number of the part that the first address takes: 1 unless said. */
  readonly firstPart?: number;
  /** What was put before. */
  readonly from?: PartsSoFar | undefined;
  /** Told after each part but the last of a file that comes from elsewhere. */
  readonly kept?: (soFar: PartsSoFar) => Promise<void>;
  /** For one part on its way, and the one that is filled meanwhile. */
  readonly folder: string;
  readonly newDigest: NewDigest;
  readonly signal: AbortSignal;
}

/** The first bytes of a file, as they are in the store. */
export interface PartsSoFar {
  readonly bytes: number;
  /** Numbers of the parts that they are. */
  readonly parts: readonly number[];
  readonly digest: DigestSoFar;
}

/** What was put into the store. */
export interface PutParts {
  readonly bytes: number;
  /** Numbers of the parts that the file is. */
  readonly parts: readonly number[];
  /** The table of its digests. */
  readonly table: Uint8Array;
}

/**
 * Puts a file into the store by addresses that were signed for its parts. Of a file that comes from
 * elsewhere no more than two parts are ever on the disk.
 */
export class SignedParts implements MediaSink {
  readonly #into: Into;
  #digest: ReturnType<NewDigest>;
  /** Bytes of the parts before this one. */
  #before: number;
  /** Of the next address, from 1 on. */
  #number = 1;
  #parts: number[];
  #isKept = false;
  #filling: { readonly file: FileHandle; readonly path: string; bytes: number } | undefined;
  #going: Promise<void> = Promise.resolve();

  constructor(into: Into) {
    this.#into = into;
    const { from } = into;
    this.#digest = into.newDigest(from?.digest);
    this.#before = from?.bytes ?? 0;
    this.#parts = [...(from?.parts ?? [])];
  }

  async write(bytes: Uint8Array, at: number): Promise<void> {
    if (at === 0) await this.#beginAnew();
    for (let from = 0; from < bytes.length; ) {
      this.#filling ??= await this.#newPart();
      const part = this.#filling;
      const piece = bytes.subarray(from, from + partBytes(this.#number) - part.bytes);
      this.#digest.update(piece);
      await part.file.write(piece, 0, piece.length, part.bytes);
      part.bytes += piece.length;
      from += piece.length;
      if (part.bytes === partBytes(this.#number)) await this.#send();
    }
  }

  async end(): Promise<void> {
    await this.#send(true);
    await this.#going;
  }

  /** Puts what has come into the store, unless it takes so little in the last part alone. */
  async pause(): Promise<void> {
    if (this.#filling && this.#filling.bytes >= LEAST_BYTES) await this.#send();
    await this.#going;
  }

  async take(path: string): Promise<void> {
    await this.#beginAnew();
    for await (const chunk of createReadStream(path)) this.#digest.update(chunk as Buffer);
    const { size } = await stat(path);
    while (this.#before < size) {
      const bytes = Math.min(size - this.#before, partBytes(this.#number));
      await this.#put(this.#number, { path, from: this.#before, bytes });
      this.#parts.push(this.#numberOf(this.#number));
      this.#before += bytes;
      this.#number += 1;
    }
  }

  /** Lets go of what is not finished. */
  async close(): Promise<void> {
    await this.#filling?.file.close();
    this.#filling = undefined;
  }

  /** To be asked for when all was taken. */
  get put(): PutParts {
    return { bytes: this.#before, parts: this.#parts, table: this.#digest.table() };
  }

  /**
   * A part that is on its way is waited for: it must not come after the one that replaces it. What
   * was told to be kept is not replaced: another round may be at it.
   */
  async #beginAnew(): Promise<void> {
    await this.#going;
    await this.close();
    this.#digest = this.#into.newDigest();
    this.#before = 0;
    this.#parts = [];
    if (!this.#isKept) this.#number = 1;
  }

  async #newPart() {
    const path = join(this.#into.folder, `part-${this.#number % 2}`);
    return { file: await open(path, 'w'), path, bytes: 0 };
  }

  /** Sends the part that is filled, when the one before it has gone. */
  async #send(isLast = false): Promise<void> {
    const part = this.#filling;
    if (!part) return;
    this.#filling = undefined;
    await part.file.close();
    await this.#going;
    const number = this.#number;
    this.#number += 1;
    this.#before += part.bytes;
    this.#parts = [...this.#parts, this.#numberOf(number)];
    const soFar = { bytes: this.#before, parts: this.#parts, digest: this.#digest.soFar() };
    const { path, bytes } = part;
    this.#going = this.#put(number, { path, from: 0, bytes }).then(async () => {
      await rm(path);
      if (!isLast) await this.#keep(soFar);
    });
    // Whoever writes or ends next learns of it.
    this.#going.catch(() => undefined);
  }

  async #keep(soFar: PartsSoFar): Promise<void> {
    const { kept } = this.#into;
    if (!kept) return;
    this.#isKept = true;
    await kept(soFar);
  }

  #numberOf(address: number): number {
    return (this.#into.firstPart ?? 1) + address - 1;
  }

  async #put(number: number, range: Parameters<typeof putRange>[1]): Promise<void> {
    const { addresses, signal } = this.#into;
    const address = addresses[number - 1];
    if (address === undefined) throw new Error(`no address was signed for part ${number}`);
    for (let tries = 0; ; tries += 1) {
      const status = await putRange({ url: address }, range, signal).catch(String);
      if (status === 200) return;
      signal.throwIfAborted();
      const pause = PAUSES_MS[tries];
      if (pause === undefined) throw new Error(`the store answered ${status} to part ${number}`);
      await wait(pause, undefined, { signal });
    }
  }
}
