import { setTimeout as wait } from 'node:timers/promises';
import { pauseAsked } from './answers.ts';
import { type Answer, isBrokenOff, letGo, type Web, wholeOf } from './web.ts';

/** Before each further try. */
const PAUSES_MS = [300, 1000];
/** A site that asks for a longer wait is not waited for: somebody may be waiting for us. */
const LONGEST_WAIT_MS = 3000;
/** Something is wrong at the site, and may be right a moment later. */
const BUSY: ReadonlySet<number> = new Set([500, 502, 503, 504]);

type Asking = Parameters<Web['open']>[1];

/**
 * Asks for an address as `Web.open` does, and again where the connection breaks before an answer,
 * or the site says that something is wrong at its own end: servers that start anew, or are full for
 * a second, do so.
 * @returns the last answer, which may still say so
 */
export async function openAgain(web: Web, address: string, asking: Asking): Promise<Answer> {
  for (const pause of PAUSES_MS) {
    const answer = await web.open(address, asking).catch(unlessBrokenOff);
    const askedMs = ((answer && pauseAsked(answer)) ?? 0) * 1000;
    if (answer && (!BUSY.has(answer.status) || askedMs > LONGEST_WAIT_MS)) return answer;
    if (answer) letGo(answer.body);
    await wait(Math.max(pause, askedMs), undefined, { signal: asking.signal });
  }
  return web.open(address, asking);
}

/**
 * Opens a text and reads all of it, again where it breaks off.
 * @returns no bytes beside an answer that is no success
 * @throws DomainError source_unavailable when it is longer than `most` bytes, or broke off each time
 */
export async function wholeAgain(
  web: Web,
  address: string,
  most: number,
  asking: Asking,
): Promise<{ readonly answer: Answer; readonly bytes: Buffer }> {
  for (let tries = 0; ; tries++) {
    const answer = await openAgain(web, address, asking);
    try {
      if (answer.status <= 299) return { answer, bytes: await wholeOf(answer, most) };
      letGo(answer.body);
      return { answer, bytes: Buffer.alloc(0) };
    } catch (error) {
      const pause = PAUSES_MS[tries];
      if (pause === undefined || !isBrokenOff(error)) throw error;
      await wait(pause, undefined, { signal: asking.signal });
    }
  }
}

function unlessBrokenOff(error: unknown): undefined {
  if (!isBrokenOff(error)) throw error;
}
