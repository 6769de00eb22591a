/**
 * Seconds that a `Retry-After` header asks for: RFC 9110, section 10.2.3, a number of them or a
 * date. Undefined when it asks for none.
 */
export function secondsToWait(retryAfter: string | undefined, nowMs: number): number | undefined {
  const text = retryAfter?.trim() ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - nowMs) / 1000;
  return seconds > 0 ? Math.ceil(seconds) : undefined;
}
