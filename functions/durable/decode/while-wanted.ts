import { setTimeout as wait } from 'node:timers/promises';

const EVERY_MS = 2_000;

/** What the store answers to the address of an object that is not there. */
const GONE = new Set([403, 404]);

/**
 * Works while the object at an address is there; without an address, as long as the work takes. That
 * the store cannot be asked stops nothing.
 * @throws Error soon after the object was deleted
 */
export async function whileWanted<Made>(
  url: string | undefined,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Made>,
): Promise<Made> {
  if (url === undefined) return work(signal);
  const unwanted = new AbortController();
  const done = new AbortController();
  const both = AbortSignal.any([signal, unwanted.signal]);
  const watching = (async () => {
    for (;;) {
      await wait(EVERY_MS, undefined, { signal: done.signal });
      if (await isGone(url, done.signal)) {
        unwanted.abort(new Error('the read is not wanted any more'));
      }
    }
  })().catch(() => undefined);
  try {
    return await work(both);
  } finally {
    done.abort();
    await watching;
  }
}

async function isGone(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { status, body } = await fetch(url, { signal });
    await body?.cancel();
    return GONE.has(status);
  } catch {
    return false;
  }
}
