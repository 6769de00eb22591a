import { CookieJar } from 'tough-cookie';

/** More than any browser sends to one host. */
const MAX_CHARACTERS = 8 * 1024;
const MAX_SET = 50;

/**
 * Cookies that one call was given, by the hosts that gave them (RFC 6265); they go with the call.
 */
export function cookieJar() {
  const jar = new CookieJar(undefined, { looseMode: true });
  return {
    /** As they are sent to an address; empty for none. */
    of(url: string): string {
      try {
        const text = jar.getCookieStringSync(url);
        return text.length > MAX_CHARACTERS ? '' : text;
      } catch {
        // A host under a name that no site can have, such as `local`.
        return '';
      }
    },
    take(url: string, set: string | string[] | undefined): void {
      for (const cookie of [set ?? []].flat().slice(0, MAX_SET)) {
        jar.setCookieSync(cookie, url, { ignoreError: true });
      }
    },
  };
}
