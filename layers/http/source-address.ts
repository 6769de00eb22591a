import ipaddr from 'ipaddr.js';
import type { ApiEvent } from './api-event.ts';

/** The bits of an IPv6 address that a provider hands out as one. */
const NETWORK_BITS = 64;

/** Who a request came from, as limits count it: an IPv4 address, or the network of an IPv6 one. */
export function sourceAddress({ requestContext }: ApiEvent): string {
  const text = requestContext.identity.sourceIp;
  if (!ipaddr.isValid(text)) return text;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/${NETWORK_BITS}`).toString();
}
