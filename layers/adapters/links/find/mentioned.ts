import type { Element } from '../web/markup.ts';
import { addressesIn } from './page-addresses.ts';

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
  const written = addressesOf(quotedIn(named('script')), base);
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

const addressesOf = (texts: Iterable<string | undefined>, base: string): readonly string[] =>
  addressesIn(mediaNamesIn(texts), base);

/** What may name media, one after the other: of a page of quotes there are many. */
function* mediaNamesIn(texts: Iterable<string | undefined>): Generator<string> {
  for (const text of texts) {
    const plain = unescaped(text ?? '').trim();
    if (MAY_BE_MEDIA.test(plain)) yield plain;
  }
}

function* quotedIn(scripts: readonly Element[]): Generator<string | undefined> {
  for (const { text } of scripts) for (const [, inner] of text.matchAll(QUOTED)) yield inner;
}

const MAY_BE_MEDIA = /\.(m3u8|mpd|mp4|m4v|webm|mov|mkv)([?#]|$)/i;

/**
 * JSON and scripts write `\/` and `\u0026`; JSON within a string leaves a backslash at its end.
 * Linear: each run of backslashes is looked at from its first one alone.
 */
const unescaped = (text: string) =>
  text
    .replaceAll(/(?<!\\)\\+u00([2-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll(/(?<!\\)\\+\//g, '/')
    .replace(/(?<!\\)\\+$/, '');
