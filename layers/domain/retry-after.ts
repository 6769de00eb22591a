/** A year: sites that write a date without end mean no longer wait than this. */
export const MOST_WAIT_SECONDS = 365 * 24 * 3600;

/**
 * Seconds that a `Retry-After` header asks for, a year at most: RFC 9110, section 10.2.3, a number
 * of them or a date. Undefined when it asks for none.
 */
export function secondsToWait(retryAfter: string | undefined, nowMs: number): number | undefined {
  const text = retryAfter?.trim() ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - nowMs) / 1000;
  return seconds > 0 ? Math.min(Math.ceil(seconds), MOST_WAIT_SECONDS) : undefined;
}
