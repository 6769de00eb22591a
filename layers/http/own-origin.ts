const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True for an origin that serves our own pages. On one machine its loopback names are one. */
export function isOwnOrigin(origin: string | undefined, baseUrl: string): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false;
  const [sent, own] = [new URL(origin), new URL(baseUrl)];
  if (sent.origin === own.origin) return origin === own.origin;
  return (
    sent.origin === origin &&
    LOOPBACK.has(sent.hostname) &&
    LOOPBACK.has(own.hostname) &&
    sent.port === own.port &&
    sent.protocol === own.protocol
  );
}
