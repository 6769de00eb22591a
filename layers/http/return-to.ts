/**
 * Where a person goes on after signing in: a path of this origin, or `fallback`. Whatever a
 * browser would make of the value is decided by the parser that browsers use.
 * @param value as it was sent
 * @param fallback a path
 */
export function returnTo(value: string | undefined, baseUrl: string, fallback: string): string {
  if (!value?.startsWith('/') || !URL.canParse(value, baseUrl)) return fallback;
  const { origin, pathname, search, hash } = new URL(value, baseUrl);
  if (origin !== new URL(baseUrl).origin) return fallback;
  // A path that begins with two slashes would be read as a host.
  return `${pathname.startsWith('//') ? '/.' : ''}${pathname}${search}${hash}`;
}
