import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * All addresses that are routed on the internet so far:
 * https://www.iana.org/assignments/ipv6-unicast-address-assignments
 */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * True when an IP address belongs to the public internet. One that only stands for an IPv4 address
 * is judged by that; what translates to IPv4 on its way (NAT64, 6to4, Teredo) is refused, since it
 * may lead inside.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST);
}

/** Where machines of a cloud ask over IPv6 for the credentials of their role. */
const METADATA = ipaddr.parse('fd00:ec2::254');

/**
 * True for addresses of this link alone, where machines of a cloud find the credentials of their
 * role: https://www.rfc-editor.org/rfc/rfc3927
 */
export function isLinkLocal(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  return address.range() === 'linkLocal' || address.toString() === METADATA.toString();
}
