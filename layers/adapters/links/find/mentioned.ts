import type { Element } from '../web/markup.ts';

/**
 * Ends of paths, streams first: a player's script names its stream and often a trailer or a preview
 * as well.
 */
const STREAM = /\.(m3u8|mpd)$/i;
const FILE = /\.(mp4|m4v|webm|mov|mkv)$/i;
const MAX_MENTIONED = 4;

/** What stands between two quotes and could be an address. Linear: no quote lies within. */
const QUOTED = /["'`]([^"'`\s<>]{5,2000})(?=["'`])/g;

/**
 * Addresses of media that a page only mentions: in its scripts, and where it offers a single file
 * to follow. Weak evidence, for pages that show no video otherwise.
 * @param base the address that what stands there is relative to
 */
export function mentionedMedia(elements: readonly Element[], base: string): readonly string[] {
  const named = (name: string) => elements.filter((element) => element.name === name);
  const written = addressesOf(
    named('script').flatMap(({ text }) => [...text.matchAll(QUOTED)].map(([, inner]) => inner)),
    base,
  );
  const offered = addressesOf(
    named('a').map(({ attributes }) => attributes['href']),
    base,
  ).filter((address) => endsAs(address, FILE) || endsAs(address, STREAM));
  return [
    ...written.filter((address) => endsAs(address, STREAM)),
    ...written.filter((address) => endsAs(address, FILE)),
    // Of several nobody knows which was meant.
    ...(offered.length === 1 ? offered : []),
  ].slice(0, MAX_MENTIONED);
}

const endsAs = (address: string, end: RegExp) => end.test(new URL(address).pathname);

function addressesOf(texts: readonly (string | undefined)[], base: string): readonly string[] {
  const addresses = texts.flatMap((text) => {
    const plain = unescaped(text ?? '').trim();
    if (!MAY_BE_MEDIA.test(plain) || !URL.canParse(plain, base)) return [];
    const { protocol, href } = new URL(plain, base);
    return protocol === 'http:' || protocol === 'https:' ? [href] : [];
  });
  return [...new Set(addresses)];
}

const MAY_BE_MEDIA = /\.(m3u8|mpd|mp4|m4v|webm|mov|mkv)([?#]|$)/i;

/** JSON and scripts write `\/` and `\u0026`; JSON within a string leaves a backslash at its end. */
const unescaped = (text: string) =>
  text
    .replaceAll(/\\+u00([2-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll(/\\+\//g, '/')
    .replace(/\\+$/, '');
