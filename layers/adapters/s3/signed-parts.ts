import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { DigestSoFar, NewDigest } from '../../app/ports/digest.ts';
import type { MediaSink } from '../../app/ports/links/links.ts';
import { BLOCK_BYTES } from '../../domain/sources/block-table.ts';
import { partBytes } from '../../domain/sources/part-sizes.ts';
import { putRange } from './put-range.ts';

/** Before each further try of one part. */
const PAUSES_MS = [500, 2_000];
/** The store takes less in the last part alone. */
const LEAST_BYTES = 5 * 1024 ** 2;
/** Of a beginning that is known last: a part of its own, where what it goes before is in others. */
const HEAD_BYTES = LEAST_BYTES;
/** Its blocks, until it is known. */
const UNKNOWN: readonly number[] = Array.from({ length: HEAD_BYTES / BLOCK_BYTES }, () => 0);

interface Into<Mark> {
  /** An address for each part of a transfer that may be put, in order. */
  readonly addresses: readonly string[];
  /** Number of the part that the first address takes: 1 unless said. */
  readonly firstPart?: number;
  /** Bytes of that part, after which they grow: those of the domain unless said. */
  readonly firstPartBytes?: number | undefined;
  /** Address of a part that goes before all others, and its number. */
  readonly head?: { readonly address: string; readonly number: number };
  /** What was put before. */
  readonly from?: PartsSoFar | undefined;
  /** Told after each part but the last of a file that comes from elsewhere. */
  readonly kept?: (soFar: PartsSoFar, mark: Mark | undefined) => Promise<void>;
  /** Asked for when a part is full: what else is to be known of the bytes so far. */
  readonly mark?: () => Mark | undefined;
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
export class SignedParts<Mark> implements MediaSink {
  readonly #into: Into<Mark>;
  #digest: ReturnType<NewDigest>;
  /** Bytes of the parts before this one. */
  #before: number;
  /** Of the next address, from 1 on. */
  #number = 1;
  #parts: number[];
  #isKept = false;
  #filling: { readonly file: FileHandle; readonly path: string; bytes: number } | undefined;
  #going: Promise<void> = Promise.resolve();

  constructor(into: Into<Mark>) {
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
      const piece = bytes.subarray(from, from + this.#size - part.bytes);
      this.#digest.update(piece);
      await part.file.write(piece, 0, piece.length, part.bytes);
      part.bytes += piece.length;
      from += piece.length;
      if (part.bytes === this.#size) await this.#send();
    }
  }

  async add(bytes: Uint8Array, isFirst: boolean): Promise<void> {
    if (isFirst) {
      await this.#beginAnew();
      this.#before = HEAD_BYTES;
      this.#digest = this.#into.newDigest({ size: HEAD_BYTES, crcs: UNKNOWN, crc: 0 });
    }
    this.#filling ??= await this.#newPart();
    const part = this.#filling;
    this.#digest.update(bytes);
    await part.file.write(bytes, 0, bytes.length, part.bytes);
    part.bytes += bytes.length;
    if (part.bytes >= this.#size) await this.#send();
  }

  async endUnder(head: (bytes?: number) => Uint8Array): Promise<void> {
    const path = join(this.#into.folder, 'under-its-head');
    if (this.#parts.length === 0) {
      await writeFile(path, head());
      const added = this.#filling?.path;
      await this.close();
      if (added) await pipeline(createReadStream(added), createWriteStream(path, { flags: 'a' }));
      return this.take(path);
    }
    await this.#send(true);
    const bytes = head(HEAD_BYTES);
    await writeFile(path, bytes);
    await this.#going;
    const { address, number } = this.#into.head ?? {};
    await this.#put(address, { path, from: 0, bytes: bytes.length });
    const digest = this.#into.newDigest();
    digest.update(bytes);
    const { size, crcs, crc } = this.#digest.soFar();
    const all = [...digest.soFar().crcs, ...crcs.slice(UNKNOWN.length)];
    this.#digest = this.#into.newDigest({ size, crcs: all, crc });
    this.#parts = [...(number === undefined ? [] : [number]), ...this.#parts];
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
      const bytes = Math.min(size - this.#before, this.#size);
      await this.#put(this.#address(this.#number), { path, from: this.#before, bytes });
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
    const mark = this.#into.mark?.();
    const { path, bytes } = part;
    this.#going = this.#put(this.#address(number), { path, from: 0, bytes }).then(async () => {
      await rm(path);
      if (!isLast) await this.#keep(soFar, mark);
    });
    // Whoever writes or ends next learns of it.
    this.#going.catch(() => undefined);
  }

  async #keep(soFar: PartsSoFar, mark: Mark | undefined): Promise<void> {
    const { kept } = this.#into;
    if (!kept) return;
    this.#isKept = true;
    await kept(soFar, mark);
  }

  /** Bytes that the next part takes. */
  get #size(): number {
    return partBytes(this.#number, this.#into.firstPartBytes);
  }

  #numberOf(address: number): number {
    return (this.#into.firstPart ?? 1) + address - 1;
  }

  #address(number: number): string | undefined {
    return this.#into.addresses[number - 1];
  }

  async #put(address: string | undefined, range: Parameters<typeof putRange>[1]): Promise<void> {
    const { signal } = this.#into;
    if (address === undefined) throw new Error('no address was signed for a part');
    for (let tries = 0; ; tries += 1) {
      const status = await putRange({ url: address }, range, signal).catch(String);
      if (status === 200) return;
      signal.throwIfAborted();
      const pause = PAUSES_MS[tries];
      if (pause === undefined) throw new Error(`the store answered ${status} to a part`);
      await wait(pause, undefined, { signal });
    }
  }
}
