/** What the far side or the network said of a try, as the SDK classes it. */
interface Failed {
  readonly errorType: string;
}
/** Where a request stands between two tries. */
interface Standing {
  getRetryCount(): number;
  /** Milliseconds until the next try. */
  getRetryDelay(): number;
}

/** The longest wait after the first try; it doubles with each. */
const FIRST_WAIT_MS = 50;
const MAX_WAIT_MS = 20_000;
const PASSES: ReadonlySet<string> = new Set(['TRANSIENT', 'THROTTLING']);

/**
 * Sends each request of a client again until it has had its tries, whatever others go through. The
 * SDK's own retries share 500 tokens of 14 for each repeat, so that with ten requests under way a
 * restart of the far side ends them all within a fifth of a second; and their waits are random from
 * zero up, so that ten tries may be over within a second. Here half of each wait is certain: nine
 * tries last 6.4 to 12.8 s.
 * @param tries of one request, the first included
 */
export const steadyRetries = (tries: number) => ({
  acquireInitialRetryToken: async (): Promise<Standing> => standing(0),
  refreshRetryTokenForRetry: async (last: Standing, { errorType }: Failed): Promise<Standing> => {
    const repeats = last.getRetryCount() + 1;
    if (repeats >= tries || !PASSES.has(errorType)) throw new Error('No further try.');
    return standing(repeats);
  },
  recordSuccess: () => undefined,
});

function standing(repeats: number): Standing {
  const longest = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (repeats - 1));
  const wait = repeats === 0 ? 0 : (longest * (1 + Math.random())) / 2;
  return { getRetryCount: () => repeats, getRetryDelay: () => wait };
}
