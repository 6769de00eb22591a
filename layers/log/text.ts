/** Of an error's message, in characters. */
const LONGEST = 300;
const ADDRESS = /\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/@"'`<>]*@)?([^\s/?#"'`<>]*)[^\s"'`<>]*/gi;
/** Keys and tokens by how they begin, and whatever follows the name of a scheme. */
const CREDENTIAL = /\b((?:sk|oat|ort|whsec)_|(?:bearer|basic)\s+)[\w.~+/=-]+/gi;
/** Digests, signatures and tickets; ids and numbers of requests are shorter. */
const OPAQUE = /[A-Za-z0-9_-]{40,}/g;
/** What somebody wrote or said; a name that is quoted has no space. */
const QUOTED = /(["'`])(?=[^"'`]*\s)[^"'`]+\1/g;

/**
 * A text without what may not be told: of an address its scheme and host are left, of credentials and
 * quotations nothing. Only its first line counts, since further ones are what programs printed.
 */
export function withoutContent(text: string): string {
  const [line = ''] = text.split('\n');
  const clean = line
    .replace(ADDRESS, '$1$2/…')
    .replace(CREDENTIAL, '$1…')
    .replace(OPAQUE, '…')
    .replace(QUOTED, '$1…$1');
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST)}…` : clean;
}
