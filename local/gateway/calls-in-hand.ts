import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export interface CallsInHand {
  /** Counts a call until it is answered and nothing is done for it any more. */
  add(request: IncomingMessage, done: Promise<void>): void;
  /**
   * Waits for those in hand. What is not answered by `graceMs` is cut off, and has a moment to leave
   * nothing behind.
   */
  end(graceMs: number): Promise<void>;
}

const CLEARING_MS = 1000;

export function callsInHand(): CallsInHand {
  const inHand = new Map<Promise<void>, IncomingMessage>();
  const allWithin = (ms: number) =>
    Promise.race([Promise.all(inHand.keys()), wait(ms, undefined, { ref: false })]);
  return {
    add(request, done) {
      inHand.set(done, request);
      void done.finally(() => inHand.delete(done));
    },
    async end(graceMs) {
      await allWithin(graceMs);
      for (const request of inHand.values()) request.destroy();
      await allWithin(CLEARING_MS);
    },
  };
}
