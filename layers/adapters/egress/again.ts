import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Refused } from './egress.ts';

/** Before each further try. */
const PAUSES_MS = [300, 1000, 3000];
/** What a site asks for beyond this is not kept to. */
const LONGEST_WAIT_MS = 10_000;
/** A site that says so may answer a moment later. */
const BUSY = new Set([408, 425, 429, 500, 502, 503, 504]);

/** An answer that is not sent on, since there will be another. */
export class Busy extends Error {
  readonly waitMs: number;

  constructor({ statusCode, headers }: IncomingMessage) {
    super(`the site answered ${statusCode}`);
    this.waitMs = Number(headers['retry-after']) * 1000 || 0;
  }
}

/** Whether an answer is worth another try. */
export const isBusy = ({ statusCode = 0 }: IncomingMessage): boolean => BUSY.has(statusCode);

/** Whether a request can be sent once more: it asks for something, and brings nothing. */
export const isRepeatable = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined;

/**
 * Tries a few times what a site may fail at, for users that do not try again themselves.
 * @param work is told whether it is the last try; throws Busy before it
 * @param begun whether something was sent on already, or nobody waits for it any more
 */
export async function again(
  work: (last: boolean) => Promise<void>,
  begun: () => boolean,
): Promise<void> {
  for (const pause of PAUSES_MS) {
    try {
      return await work(false);
    } catch (error) {
      if (error instanceof Refused || begun()) throw error;
      const asked = error instanceof Busy ? error.waitMs : 0;
      await wait(Math.max(pause, Math.min(asked, LONGEST_WAIT_MS)));
      if (begun()) throw error;
    }
  }
  await work(true);
}
