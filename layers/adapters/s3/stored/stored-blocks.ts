import type { ServedBytes } from '../../../app/ports/sources/served-bytes.ts';
import { BLOCK_BYTES } from '../../../domain/sources/block-table.ts';
import { SourceFault } from '../../../domain/sources/source-fault.ts';

/** Blocks of one request. A reader that goes on is given more at a time. */
const MOST_BLOCKS = 16;
/** How often a block that is not right is asked for again: a byte may change on its way. */
const MOST_REPEATS = 3;
/**
 * 32 MB of the blocks that were used last: decoders are started many times for one video, and read
 * the same index.
 */
const KEPT_BLOCKS = 128;

interface Blocks {
  readonly length: number;
  /** The bytes from one place to another, both included, as the store sends them. */
  readonly ask: (first: number, last: number) => AsyncIterable<Uint8Array>;
  /**
   * Whether a block holds the bytes that were received. @throws SourceFault when that cannot be
   * told
   */
  readonly isRight: (block: number, bytes: Uint8Array) => Promise<boolean>;
}

/**
 * A stored object, asked for in runs of blocks. None is handed on that does not hold what was
 * received.
 */
export class StoredBlocks implements ServedBytes {
  readonly length: number;
  readonly #ask: Blocks['ask'];
  readonly #isRight: Blocks['isRight'];
  /** Blocks that are here or on their way; the last used one is the last. */
  readonly #blocks = new Map<number, Promise<Buffer>>();
  /** Numbers of the blocks that are here. */
  readonly #here = new Set<number>();

  constructor({ length, ask, isRight }: Blocks) {
    this.length = length;
    this.#ask = ask;
    this.#isRight = isRight;
  }

  /** @throws SourceFault, from the iteration */
  async *read(first: number, last: number, signal: AbortSignal): AsyncGenerator<Buffer> {
    const begin = blockOf(first);
    const end = blockOf(last);
    let run = 1;
    /** The first block that is not asked for yet. */
    let until = begin;
    for (let n = begin; n <= end && !signal.aborted; n += 1) {
      // The next run is on its way while the second half of this one is read.
      const isLow = until <= n || (n > begin && until - n <= run / 4);
      if (isLow && until <= end) {
        this.#fetch(until, Math.min(until + run, end + 1));
        until += run;
        run = Math.min(run * 2, MOST_BLOCKS);
      }
      const block = await this.#block(n);
      const from = n * BLOCK_BYTES;
      yield block.subarray(Math.max(first - from, 0), Math.min(last + 1 - from, block.length));
    }
  }

  #block(n: number): Promise<Buffer> {
    const known = this.#blocks.get(n);
    if (known === undefined) {
      this.#fetch(n, n + 1);
      return this.#block(n);
    }
    this.#blocks.delete(n);
    this.#blocks.set(n, known);
    return known;
  }

  /** Asks for those of some blocks that are not known, each stretch of them by one request. */
  #fetch(from: number, until: number): void {
    for (let n = from; n < until; n += 1) {
      if (this.#blocks.has(n)) continue;
      let end = n + 1;
      while (end < until && !this.#blocks.has(end)) end += 1;
      this.#bring(n, end);
      n = end;
    }
  }

  #bring(from: number, until: number): void {
    const coming = Array.from({ length: until - from }, () => Promise.withResolvers<Buffer>());
    for (const [i, { promise }] of coming.entries()) {
      // Who reads the block learns of it; one that was read ahead may be nobody's.
      promise.catch(() => undefined);
      this.#blocks.set(from + i, promise);
    }
    let next = 0;
    const bring = async () => {
      for await (const block of this.#cut(from, until)) {
        coming[next]?.resolve(await this.#right(from + next, block));
        this.#here.add(from + next);
        next += 1;
        this.#forget();
      }
    };
    bring().catch((error: unknown) => {
      for (; next < coming.length; next += 1) {
        this.#blocks.delete(from + next);
        coming[next]?.reject(error);
      }
    });
  }

  async #right(n: number, block: Buffer): Promise<Buffer> {
    if (await this.#isRight(n, block)) return block;
    for (let repeats = 0; repeats < MOST_REPEATS; repeats += 1) {
      for await (const again of this.#cut(n, n + 1)) {
        if (await this.#isRight(n, again)) return again;
      }
    }
    throw new SourceFault(`Block ${n} of a source no longer holds the bytes that were received.`);
  }

  async *#cut(from: number, until: number): AsyncGenerator<Buffer> {
    const end = Math.min(until * BLOCK_BYTES, this.length);
    let at = from * BLOCK_BYTES;
    let block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, end - at));
    let filled = 0;
    for await (const chunk of this.#ask(at, end - 1)) {
      for (let offset = 0; offset < chunk.length; ) {
        const part = chunk.subarray(offset, offset + block.length - filled);
        block.set(part, filled);
        filled += part.length;
        offset += part.length;
        if (filled < block.length) continue;
        yield block;
        at += block.length;
        block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, end - at));
        filled = 0;
      }
    }
  }

  #forget(): void {
    if (this.#here.size <= KEPT_BLOCKS) return;
    for (const n of this.#blocks.keys()) {
      if (!this.#here.delete(n)) continue;
      this.#blocks.delete(n);
      return;
    }
  }
}

const blockOf = (byte: number): number => Math.floor(byte / BLOCK_BYTES);
