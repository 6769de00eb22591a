/** Parameters that say where a visitor came from; they never choose a video. */
const TRACKING = new Set([
  'fbclid',
  'gclid',
  'gclsrc',
  'dclid',
  'gbraid',
  'wbraid',
  'msclkid',
  'yclid',
  'ysclid',
  'twclid',
  'ttclid',
  'li_fat_id',
  'igshid',
  'igsh',
  'mc_cid',
  'mc_eid',
  'mkt_tok',
  '_ga',
  '_gl',
  '_hsenc',
  '_hsmi',
  'wickedid',
  'srsltid',
]);
const TRACKING_FAMILY = /^(?:utm|hsa|oly|vero|pk|mtm)_/;

/** Parameters of addresses that are made for one visitor, or for some minutes. */
const SIGNED =
  /^(?:(?:x-)?(?:amz|goog|oss|cos|ms)-|signature$|sig$|policy$|key-pair-id$|hdn(?:ts|ea)|(?:access|auth|session)?_?token$|expires?(?:_at)?$|exp$|hmac$|verify$|sid$|session_?id$)/i;

/**
 * Whether an address holds a signature or a time after which it leads nowhere: it is nobody's name.
 */
export const isSigned = ({ searchParams }: URL): boolean =>
  [...searchParams.keys()].some((name) => SIGNED.test(name));

/**
 * The address of a page or file as all its spellings share it; what may choose a video stays, in
 * its order.
 */
export function webAddress(url: URL): string {
  const query = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !isTracking(pair))
    .map(sameEscapes)
    .join('&');
  return `${url.protocol}//${url.host}${sameEscapes(url.pathname)}${query === '' ? '' : `?${query}`}`;
}

function isTracking(pair: string): boolean {
  const name = (pair.split('=', 1)[0] ?? '').toLowerCase();
  return TRACKING.has(name) || TRACKING_FAMILY.test(name);
}

/** RFC 3986, 6.2.2: `%7e` and `~` are the same, and so are `%2f` and `%2F`. */
const sameEscapes = (text: string): string =>
  text.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escaped.toUpperCase();
  });
