import { steadyRetries } from '../../../../layers/adapters/aws/steady-retries.ts';

/** The waits before each try of a request that fails for ever, in milliseconds. */
async function waitsOf(tries: number, errorType: string): Promise<number[]> {
  const retries = steadyRetries(tries);
  const waits: number[] = [];
  let standing = await retries.acquireInitialRetryToken();
  for (;;) {
    waits.push(standing.getRetryDelay());
    const next = await retries
      .refreshRetryTokenForRetry(standing, { errorType })
      .catch(() => undefined);
    if (next === undefined) return waits;
    standing = next;
  }
}

test('nine tries last between 6.4 and 12.8 seconds, whatever chance says', async () => {
  for (let round = 0; round < 1_000; round += 1) {
    const waits = await waitsOf(9, 'TRANSIENT');
    expect(waits).toHaveLength(9);
    const sum = waits.reduce((a, b) => a + b);
    expect(sum).toBeGreaterThanOrEqual(6_375);
    expect(sum).toBeLessThanOrEqual(12_750);
  }
});

test('each wait is at least as long as the one before may have been', async () => {
  const [first, ...waits] = await waitsOf(12, 'THROTTLING');
  expect(first).toBe(0);
  for (const [at, wait] of waits.entries()) {
    const longest = Math.min(20_000, 50 * 2 ** at);
    expect(wait).toBeGreaterThanOrEqual(longest / 2);
    expect(wait).toBeLessThanOrEqual(longest);
  }
});

test('what would fail again is not sent again', async () => {
  expect(await waitsOf(9, 'CLIENT_ERROR')).toEqual([0]);
});

test('one request never uses up the tries of another', async () => {
  const retries = steadyRetries(3);
  const standing = await retries.acquireInitialRetryToken();
  for (let other = 0; other < 1_000; other += 1) {
    await retries.refreshRetryTokenForRetry(await retries.acquireInitialRetryToken(), {
      errorType: 'TRANSIENT',
    });
  }
  const next = await retries.refreshRetryTokenForRetry(standing, { errorType: 'TRANSIENT' });
  expect(next.getRetryCount()).toBe(1);
});
