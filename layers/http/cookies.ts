import { type HeaderSource, headerOf } from './header.ts';

/**
 * The name of a cookie of ours at an address. Under https it is bound to this host by its prefix,
 * so that no neighbour can set it; on one machine without https browsers would refuse the prefix.
 * https://www.rfc-editor.org/rfc/rfc6265#section-4.1.2
 */
export const cookieName = (name: 'session' | 'signin', baseUrl: string): string =>
  `${baseUrl.startsWith('https:') ? '__Host-' : ''}video_reader_${name}`;

/** The value of a cookie; undefined when it is missing, empty, or sent with two values. */
export function cookieOf(event: HeaderSource, name: string): string | undefined {
  const values = new Set(
    (headerOf(event, 'cookie') ?? '')
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(`${name}=`))
      .map((pair) => pair.slice(name.length + 1)),
  );
  const [value = ''] = values;
  return values.size === 1 && value !== '' ? value : undefined;
}

/** As long as browsers keep a cookie: when a session ends is decided here, by its use. */
const LONGEST_SECONDS = 400 * 24 * 3600;

/**
 * A Set-Cookie header that scripts cannot read and that other sites' forms and pages do not send
 * along.
 */
export const setCookie = (
  name: string,
  value: string,
  baseUrl: string,
  maxAgeSeconds = LONGEST_SECONDS,
): string =>
  [
    `${name}=${value}`,
    'Path=/',
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(baseUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ');

export const clearCookie = (name: string, baseUrl: string): string =>
  setCookie(name, '', baseUrl, 0);
