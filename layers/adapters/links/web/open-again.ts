import { setTimeout as wait } from 'node:timers/promises';
import { pauseAsked } from './answers.ts';
import { type Answer, letGo, type Web } from './web.ts';

/** Before each further try. */
const PAUSES_MS = [300, 1000];
/** A site that asks for a longer wait is not waited for: somebody may be waiting for us. */
const LONGEST_WAIT_MS = 3000;
/** Something is wrong at the site, and may be right a moment later. */
const BUSY: ReadonlySet<number> = new Set([500, 502, 503, 504]);

/**
 * Asks for an address as `Web.open` does, and again where the site says that something is wrong at
 * its own end: servers that start anew, or are full for a second, say so.
 * @returns the last answer, which may still say so
 */
export async function openAgain(
  web: Web,
  address: string,
  asking: Parameters<Web['open']>[1],
): Promise<Answer> {
  for (const pause of PAUSES_MS) {
    const answer = await web.open(address, asking);
    const askedMs = (pauseAsked(answer) ?? 0) * 1000;
    if (!BUSY.has(answer.status) || askedMs > LONGEST_WAIT_MS) return answer;
    letGo(answer.body);
    await wait(Math.max(pause, askedMs), undefined, { signal: asking.signal });
  }
  return web.open(address, asking);
}
