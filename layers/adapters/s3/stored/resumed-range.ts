import { setTimeout as wait } from 'node:timers/promises';
import { SourceFault } from '../../../domain/sources/source-fault.ts';

/** How long the store is waited for, in milliseconds. */
export interface Patience {
  /** Until the next bytes of an answer; then it is asked for anew. */
  readonly idleMs: number;
  /** Until `PROGRESS_BYTES` have come, over all answers; then the bytes are given up. */
  readonly giveUpMs: number;
  /** Before each further try; the last one before all that follow. */
  readonly pausesMs: readonly number[];
}

const USUAL_PATIENCE: Patience = {
  idleMs: 10_000,
  giveUpMs: 60_000,
  pausesMs: [50, 100, 200, 400, 800, 1600, 3200],
};

/** What comes more slowly than this in `giveUpMs` is not waited for. */
const PROGRESS_BYTES = 256 * 1024;

/** There is no such object, or none of that length. */
export class NoSuchObject extends SourceFault {}

/** What the store sends of a range of an object. */
export interface Sent {
  readonly etag: string | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Asks the store for bytes of one object, both places included.
 * @param etag of what was sent before: another object is none that goes on from there
 * @throws NoSuchObject when no further try changes the answer
 */
export type AskRange = (
  range: readonly [first: number, last: number],
  etag: string | undefined,
  signal: AbortSignal,
) => Promise<Sent>;

/**
 * The bytes of an object from one place to another, both included. Where an answer breaks off,
 * stalls or is an error, the store is asked again for what is missing.
 * @throws SourceFault when the object is gone or another one, and when the store does not send it
 * in the time
 */
export async function* resumedRange(
  ask: AskRange,
  [first, last]: readonly [first: number, last: number],
  signal: AbortSignal,
  patience: Patience = USUAL_PATIENCE,
): AsyncGenerator<Uint8Array> {
  const waiting = new Waiting(patience, signal);
  let at = first;
  let etag: string | undefined;
  while (at <= last) {
    const ended = new AbortController();
    const either = AbortSignal.any([signal, ended.signal]);
    try {
      const answer = await waiting.forNext(() => ask([at, last], etag, either), ended);
      etag ??= answer.etag;
      const chunks = answer.body[Symbol.asyncIterator]();
      while (at <= last) {
        const { value, done } = await waiting.forNext(() => chunks.next(), ended);
        if (done) break;
        const bytes = value.subarray(0, last + 1 - at);
        at += bytes.length;
        waiting.came(bytes.length);
        yield bytes;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SourceFault) throw error;
      waiting.failed(error);
    } finally {
      ended.abort();
    }
    if (at <= last) await waiting.pause();
  }
}

/**
 * Counts the time in which the store is waited for; what its reader does meanwhile takes as long as
 * it takes.
 */
class Waiting {
  readonly #patience: Patience;
  readonly #signal: AbortSignal;
  #waited = 0;
  #bytes = 0;
  #tries = 0;
  #cause: unknown;

  constructor(patience: Patience, signal: AbortSignal) {
    this.#patience = patience;
    this.#signal = signal;
  }

  /** Waits for an answer or its next bytes, and ends the answer when they take too long. */
  async forNext<Next>(next: () => Promise<Next>, ended: AbortController): Promise<Next> {
    const began = performance.now();
    const timer = setTimeout(
      () => ended.abort(new Error('the store sends nothing')),
      this.#patience.idleMs,
    );
    try {
      return await next();
    } finally {
      clearTimeout(timer);
      this.#add(performance.now() - began);
    }
  }

  came(bytes: number): void {
    this.#tries = 0;
    this.#bytes += bytes;
    if (this.#bytes < PROGRESS_BYTES) return;
    this.#bytes = 0;
    this.#waited = 0;
  }

  failed(cause: unknown): void {
    this.#cause = cause;
  }

  async pause(): Promise<void> {
    const { pausesMs } = this.#patience;
    const ms = pausesMs[Math.min(this.#tries, pausesMs.length - 1)] ?? 0;
    this.#tries += 1;
    await wait(ms, undefined, { signal: this.#signal });
    this.#add(ms);
  }

  #add(ms: number): void {
    this.#waited += ms;
    if (this.#waited <= this.#patience.giveUpMs) return;
    throw new SourceFault('The store does not send the source.', { cause: this.#cause });
  }
}
