import type { Wait } from '../../layers/app/ports/clock.ts';

/** The far side was not reached, or had no time; the same request may pass later. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

export interface Patience {
  readonly wait: Wait;
  /** Milliseconds that one request may be waited for in all, between its tries. */
  readonly patienceMs: number;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Does a work again, after growing pauses, for as long as it finds nobody.
 * @throws Unreachable when the patience is over
 */
export async function patiently<T>(
  { wait, patienceMs }: Patience,
  work: () => Promise<T>,
): Promise<T> {
  let waited = 0;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Unreachable) || waited >= patienceMs) throw error;
    }
    await wait(pause);
    waited += pause;
  }
}

/** @throws Unreachable without a connection, or when the answer asks to come later */
export async function reach(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init).catch((cause: unknown) => {
    throw new Unreachable(`${new URL(url).host} cannot be reached.`, { cause });
  });
  if (response.status < 500 && response.status !== 429) return response;
  await response.arrayBuffer().catch(() => undefined);
  throw new Unreachable(`${new URL(url).host} answered ${response.status}.`);
}
