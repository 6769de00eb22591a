import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLinkLocal, isPublicAddress } from './public-address.ts';

/** All addresses of a name, by one resolution. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

/** What may be called from here. The proxy asks both, each time it is asked for a connection. */
export interface Egress {
  /**
   * Why a link may not be followed, in words for its sender; undefined when nothing is known
   * against it.
   */
  readonly refusalOf: (url: string) => string | undefined;
  /**
   * Resolves a host once; a literal address is its own.
   * @throws Refused when any of the addresses is one that must not be dialled
   */
  readonly addressesOf: (host: string) => Promise<readonly LookupAddress[]>;
}

/** A connection that is not made, and why, in words for the sender of the link. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

const INSIDE_NAMES = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/;
const NOT_PUBLIC = 'it leads to an address that is not public';
const NAMES_A_USER = 'it must not carry a user name or password';
const USUAL_PORTS: readonly number[] = [80, 443];

const resolveAll: Resolve = (name) => lookup(name, { all: true });

const literalOf = (host: string): LookupAddress | undefined => {
  const address = host.replace(/^\[|\]$/g, '');
  const family = isIP(address);
  return family === 0 ? undefined : { address, family };
};

/** Nobody would send them on. @param link an address that can be parsed */
function namesUser(link: string): boolean {
  const { username, password } = new URL(link);
  return username !== '' || password !== '';
}

/** Calls to the public internet alone, on the usual ports and those named beside them. */
export const publicOnly = ({
  ports = [],
  resolve = resolveAll,
}: {
  readonly ports?: readonly number[];
  readonly resolve?: Resolve;
} = {}): Egress => ({
  refusalOf(link) {
    if (!URL.canParse(link)) return 'it is no address';
    const { hostname, protocol, port } = new URL(link);
    if (protocol !== 'http:' && protocol !== 'https:') return 'only http and https are taken';
    if (namesUser(link)) return NAMES_A_USER;
    const literal = literalOf(hostname);
    if (literal ? !isPublicAddress(literal.address) : INSIDE_NAMES.test(hostname)) {
      return NOT_PUBLIC;
    }
    const allowed = [...USUAL_PORTS, ...ports];
    return port === '' || allowed.includes(Number(port))
      ? undefined
      : `only the ports ${allowed.join(', ')} are called; EGRESS_PORTS of the service adds others`;
  },
  async addressesOf(host) {
    const literal = literalOf(host);
    const addresses = literal ? [literal] : await resolve(host);
    if (addresses.length === 0) throw new Refused(`${host} has no address`);
    if (!addresses.every(({ address }) => isPublicAddress(address))) throw new Refused(NOT_PUBLIC);
    return addresses;
  },
});

const LINK_LOCAL = 'it leads to where machines of a cloud find their credentials';

/** Calls to anywhere but what only this machine is to see, for one machine and its tests. */
const anyEgress: Egress = {
  refusalOf(link) {
    if (!/^https?:\/\//i.test(link)) return 'only http and https are taken';
    if (!URL.canParse(link)) return undefined;
    if (namesUser(link)) return NAMES_A_USER;
    const literal = literalOf(new URL(link).hostname);
    return literal && isLinkLocal(literal.address) ? LINK_LOCAL : undefined;
  },
  async addressesOf(host) {
    const literal = literalOf(host);
    const addresses = literal ? [literal] : await resolveAll(host);
    if (addresses.some(({ address }) => isLinkLocal(address))) throw new Refused(LINK_LOCAL);
    return addresses;
  },
};

/**
 * @param allowPrivate the variable ALLOW_PRIVATE_SOURCES
 * @param ports the variable EGRESS_PORTS: ports beside 80 and 443, with commas between
 */
export const egress = (allowPrivate: string | undefined, ports = ''): Egress =>
  allowPrivate === '1' ? anyEgress : publicOnly({ ports: portsOf(ports) });

const portsOf = (list: string): number[] => {
  const ports = list.split(',').filter((text) => text.trim() !== '');
  return ports.map((text) => {
    const port = Number(text);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      throw new Error(`EGRESS_PORTS holds ${text}, which is no port`);
    }
    return port;
  });
};
