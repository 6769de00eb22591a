const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const LONGEST = 2000;

/** True for an address on the machine of the person's own browser. */
export const isLoopback = ({ hostname }: URL): boolean => LOOPBACK.has(hostname);

/**
 * Why a client may not have people sent back to an address; undefined when it may. Addresses are
 * compared as they are written (RFC 9700, 2.1), so nothing is taken that a browser would read in
 * another way.
 */
export function refusalOfRedirect(address: unknown): string | undefined {
  if (typeof address !== 'string' || address === '') return 'must hold addresses as texts';
  if (address.length > LONGEST) return `must hold no address of more than ${LONGEST} characters`;
  // A browser drops or turns around what a comparison of texts keeps.
  if (/[^\x21-\x7e]|\\/.test(address)) return 'must hold ASCII without spaces or backslashes';
  if (!URL.canParse(address)) return 'must hold absolute addresses';
  const url = new URL(address);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) {
    return 'must hold https addresses, or http ones of localhost, 127.0.0.1 or [::1]';
  }
  if (url.protocol === 'https:' && isLoopback(url)) return 'must name a loopback address by http';
  if (address.includes('#')) return 'must hold no fragment';
  const [, host = ''] = /^[a-z]+:\/\/([^/?]*)/i.exec(address) ?? [];
  // Browsers find one behind any number of slashes, also none.
  if (host === '') return 'must hold a host after two slashes';
  if (host.includes('@')) return 'must hold no user name or password';
  if (address.includes('*')) return 'must hold whole addresses: a wildcard stands for none';
  return undefined;
}
