/** Addresses of this machine, which cannot have passkeys: those belong to names. */
const LOOPBACK = /^(127\.0\.0\.1|\[::1\])$/;

/** Whom passkeys at an address are for: its host, or on one machine the name that stands for it. */
export function relyingParty(baseUrl: string): { readonly id: string; readonly origin: string } {
  const url = new URL(baseUrl);
  if (LOOPBACK.test(url.hostname)) url.hostname = 'localhost';
  return { id: url.hostname, origin: url.origin };
}
