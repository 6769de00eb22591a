/**
 * Characters of an address that is looked at. A page of megabytes may hold one base of megabytes and
 * many thousand addresses that are relative to it.
 */
const MAX_ADDRESS = 4000;
/** Texts that are looked at for addresses. */
const MAX_TEXTS = 1000;

/** An http(s) address, or none: what stands in a page may be anything. */
export function absolute(text: string | undefined, base: string): string | undefined {
  if (!text || text.length > MAX_ADDRESS || !URL.canParse(text.trim(), base)) return undefined;
  const { protocol, href } = new URL(text.trim(), base);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}

/** The first different addresses among texts. */
export function addressesIn(
  texts: Iterable<string | undefined>,
  base: string,
  most = MAX_TEXTS,
): readonly string[] {
  const seen = new Set<string>();
  const found = new Set<string>();
  for (const text of texts) {
    if (found.size >= most || seen.size >= MAX_TEXTS) break;
    if (!text || text.length > MAX_ADDRESS || seen.has(text)) continue;
    seen.add(text);
    const address = absolute(text, base);
    if (address !== undefined) found.add(address);
  }
  return [...found];
}
