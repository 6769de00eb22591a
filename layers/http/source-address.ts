import ipaddr from 'ipaddr.js';
import type { ApiEvent } from './api-event.ts';
import { headerOf } from './header.ts';

/** The bits of an IPv6 address that a provider hands out as one. */
const NETWORK_BITS = 64;

/**
 * Behind an edge the gateway sees the edge's address; the stage's variable VIEWER_HEADER then names
 * the header in which the edge tells whose call it is. Nobody else may be able to send it.
 */
function addressOf(event: ApiEvent): string {
  const header = event.stageVariables?.['VIEWER_HEADER'];
  const told = header === undefined ? undefined : headerOf(event, header);
  return told ?? event.requestContext.identity.sourceIp;
}

/** Who a request came from, as limits count it: an IPv4 address, or the network of an IPv6 one. */
export function sourceAddress(event: ApiEvent): string {
  const text = addressOf(event);
  if (!ipaddr.isValid(text)) return text;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/${NETWORK_BITS}`).toString();
}
