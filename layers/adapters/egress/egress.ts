import { lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** What may be called from here. Every connection out asks both: a literal address never reaches the lookup. */
export interface Egress {
  /** Why a link may not be followed, in words for its sender; undefined when nothing is known against it. */
  readonly refusalOf: (url: string) => string | undefined;
  /** Resolves a name, and fails when any of its addresses is refused: the address checked is the one dialled. */
  readonly lookup: LookupFunction;
}

const INSIDE_NAMES = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/;

/** Calls to the public internet alone. */
export const publicEgress: Egress = {
  refusalOf(link) {
    const { hostname, protocol, username, password } = new URL(link);
    if (protocol !== 'http:' && protocol !== 'https:') return 'only http and https are taken';
    if (username !== '' || password !== '') return 'it must not carry a user name or password';
    const host = hostname.replace(/^\[|\]$/g, '');
    const inside = isIP(host) === 0 ? INSIDE_NAMES.test(host) : !isPublicAddress(host);
    return inside ? 'it leads to an address that is not public' : undefined;
  },
  lookup(hostname, options, callback) {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const refused = error ?? refusal(hostname, addresses);
      const [first] = addresses ?? [];
      if (refused || first === undefined) callback(refused ?? new Error('no address'), '', 0);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  },
};

const refusal = (hostname: string, addresses: readonly { address: string }[]) =>
  addresses.every(({ address }) => isPublicAddress(address))
    ? undefined
    : new Error(`${hostname} has an address that is not public`);

/** Calls to anywhere, for one machine and its tests. */
const anyEgress: Egress = { refusalOf: () => undefined, lookup: resolve as LookupFunction };

/** @param allowPrivate the variable ALLOW_PRIVATE_SOURCES */
export const egress = (allowPrivate: string | undefined): Egress =>
  allowPrivate === '1' ? anyEgress : publicEgress;
