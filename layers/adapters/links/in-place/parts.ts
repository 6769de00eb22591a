import type { FileHandle } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { sourceUnavailable } from '../../../domain/links/source-errors.ts';
import { isOfAnother, rangeOf } from '../web/answers.ts';
import { Answered, tryAgain, USUAL_TRIES } from '../web/try-again.ts';
import { letGo, type Web } from '../web/web.ts';

/** What is fetched at least: less would cost more in round trips than in bytes. */
const BLOCK_BYTES = 256 * 1024;
/** A reader that goes on is given more at a time. */
const MOST_BLOCKS = 4;
/**
 * For each block: a decoder that only looked has left by then, and nothing more is fetched for it.
 */
const PAUSE_MS = 20;

/** A site that says so may send the part a moment later. */
const BUSY = new Set([408, 429, 500, 502, 503, 504]);

interface Remote {
  readonly web: Web;
  readonly address: string;
  readonly length: number;
  /** What the site called the bytes before; undefined where that is not known. */
  readonly tag: string | undefined;
  /** Where the parts are kept. */
  readonly file: FileHandle;
}

/** The parts of a remote file that somebody wanted. None is fetched twice. */
export class Parts {
  readonly #remote: Remote;
  readonly #ended = new AbortController();
  readonly #blocks = new Map<number, Promise<void>>();
  #version: string | undefined;

  constructor(remote: Remote) {
    this.#remote = remote;
    this.#version = remote.tag;
  }

  /**
   * The bytes from one place to another, both included.
   * @param signal ends it when nobody reads any more
   * @throws DomainError source_unavailable, from the iteration, when the file is not what it was
   */
  async *read(first: number, last: number, signal: AbortSignal): AsyncGenerator<Buffer> {
    let ahead = 1;
    for (let at = first; at <= last; ) {
      const block = Math.floor(at / BLOCK_BYTES);
      if (!this.#blocks.has(block)) {
        if (at > first) await wait(ahead * PAUSE_MS, undefined, { signal });
        this.#fetch(block, Math.min(ahead, this.#blockOf(last) - block + 1));
        ahead = Math.min(ahead * 2, MOST_BLOCKS);
      }
      await this.#blocks.get(block);
      const end = Math.min((block + 1) * BLOCK_BYTES, last + 1);
      const { buffer } = await this.#remote.file.read(Buffer.alloc(end - at), 0, end - at, at);
      yield buffer;
      at = end;
    }
  }

  /** What the site calls the bytes, where it names them. */
  tag(): string | undefined {
    return this.#version;
  }

  close(): void {
    this.#ended.abort();
  }

  #blockOf = (byte: number): number => Math.floor(byte / BLOCK_BYTES);

  /** Fetches blocks up to the first that is there already. */
  #fetch(first: number, most: number): void {
    let count = 1;
    while (count < most && !this.#blocks.has(first + count)) count += 1;
    const [from, to] = [first * BLOCK_BYTES, (first + count) * BLOCK_BYTES];
    const bring = (signal: AbortSignal, brought: (bytes: number) => void) =>
      this.#bring(from, to, signal, brought);
    const fetched = tryAgain(bring, USUAL_TRIES, this.#ended.signal);
    // Who reads learns of it; a block read ahead may be nobody's.
    fetched.catch(() => undefined);
    for (let n = 0; n < count; n += 1) this.#blocks.set(first + n, fetched);
  }

  async #bring(
    from: number,
    to: number,
    signal: AbortSignal,
    brought: (bytes: number) => void,
  ): Promise<void> {
    const { web, address, length, file } = this.#remote;
    const last = Math.min(to, length) - 1;
    const headers = {
      range: `bytes=${from}-${last}`,
      'accept-encoding': 'identity',
      ...(this.#version === undefined ? {} : { 'if-range': this.#version }),
    };
    const answer = await web.open(address, { headers, signal });
    try {
      if (BUSY.has(answer.status)) throw new Answered(answer);
      const range = rangeOf(answer);
      const isSame = range?.total === length && !isOfAnother(this.#version, answer);
      if (!isSame || range.first !== from) throw changed();
      const tag = answer.header('etag');
      this.#version ??= tag?.startsWith('"') ? tag : undefined;
      let at = from;
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        const fits = chunk.subarray(0, last + 1 - at);
        await file.write(fits, 0, fits.length, at);
        at += fits.length;
        brought(fits.length);
      }
      if (at <= last) throw changed();
    } finally {
      letGo(answer.body);
    }
  }
}

const changed = () =>
  sourceUnavailable('unavailable', 'The file at the link changed, or is not sent in parts.');
