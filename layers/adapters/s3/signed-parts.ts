import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { NewDigest } from '../../app/ports/digest.ts';
import type { MediaSink } from '../../app/ports/links/links.ts';
import { partBytes } from '../../domain/sources/part-sizes.ts';
import { putRange } from './put-range.ts';

/** Before each further try of one part. */
const PAUSES_MS = [500, 2_000];

interface Into {
  /** An address for each part of a transfer, the first part's first. */
  readonly addresses: readonly string[];
  /** For one part on its way, and the one that is filled meanwhile. */
  readonly folder: string;
  readonly newDigest: NewDigest;
  readonly signal: AbortSignal;
}

/** What was put into the store. */
export interface PutParts {
  readonly bytes: number;
  readonly parts: number;
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
  #before = 0;
  #number = 1;
  #filling: { readonly file: FileHandle; readonly path: string; bytes: number } | undefined;
  #going: Promise<void> = Promise.resolve();

  constructor(into: Into) {
    this.#into = into;
    this.#digest = into.newDigest();
  }

  async write(bytes: Uint8Array, at: number): Promise<void> {
    if (at === 0) await this.#beginAnew();
    this.#digest.update(bytes);
    for (let from = 0; from < bytes.length; ) {
      this.#filling ??= await this.#newPart();
      const part = this.#filling;
      const piece = bytes.subarray(from, from + partBytes(this.#number) - part.bytes);
      await part.file.write(piece, 0, piece.length, part.bytes);
      part.bytes += piece.length;
      from += piece.length;
      if (part.bytes === partBytes(this.#number)) await this.#send();
    }
  }

  async end(): Promise<void> {
    await this.#send();
    await this.#going;
  }

  async take(path: string): Promise<void> {
    await this.#beginAnew();
    for await (const chunk of createReadStream(path)) this.#digest.update(chunk as Buffer);
    const { size } = await stat(path);
    while (this.#before < size) {
      const bytes = Math.min(size - this.#before, partBytes(this.#number));
      await this.#put(this.#number, { path, from: this.#before, bytes });
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
    return { bytes: this.#before, parts: this.#number - 1, table: this.#digest.table() };
  }

  /** A part that is on its way is waited for: it must not come after the one that replaces it. */
  async #beginAnew(): Promise<void> {
    await this.#going;
    await this.close();
    this.#digest = this.#into.newDigest();
    this.#before = 0;
    this.#number = 1;
  }

  async #newPart() {
    const path = join(this.#into.folder, `part-${this.#number % 2}`);
    return { file: await open(path, 'w'), path, bytes: 0 };
  }

  /** Sends the part that is filled, when the one before it has gone. */
  async #send(): Promise<void> {
    const part = this.#filling;
    if (!part) return;
    this.#filling = undefined;
    await part.file.close();
    await this.#going;
    const number = this.#number;
    this.#number += 1;
    this.#before += part.bytes;
    const { path, bytes } = part;
    this.#going = this.#put(number, { path, from: 0, bytes }).then(() => rm(path));
    // Whoever writes or ends next learns of it.
    this.#going.catch(() => undefined);
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
