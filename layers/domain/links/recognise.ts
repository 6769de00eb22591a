import type { Platform } from '../videos/video.ts';
import { hostGroup, nameOf, type PlatformAddresses, wrapped } from './address-form.ts';
import { dailymotion } from './platforms/dailymotion.ts';
import { facebook } from './platforms/facebook.ts';
import { instagram } from './platforms/instagram.ts';
import { reddit } from './platforms/reddit.ts';
import { tiktok } from './platforms/tiktok.ts';
import { twitch } from './platforms/twitch.ts';
import { vimeo } from './platforms/vimeo.ts';
import { x } from './platforms/x.ts';
import { youtube } from './platforms/youtube.ts';
import { readUrl } from './read-url.ts';
import { isSigned, webAddress } from './web-address.ts';

const PLATFORMS: readonly PlatformAddresses[] = [
  youtube,
  tiktok,
  instagram,
  x,
  facebook,
  vimeo,
  twitch,
  dailymotion,
  reddit,
];

/** A link to follow, with the address that all links to the same video share. */
interface Link {
  readonly url: string;
  readonly canonical: string;
  readonly platform: Exclude<Platform, 'upload'>;
}
type NamedLink = Link & { readonly code: boolean | null };

/**
 * Tells what a link names without following it. Two links have the same canonical address only if
 * they name the same video; a share code, which the site alone resolves, has one of its own. `url`
 * is the address to open: what was sent, or the form of it that every downloader knows.
 * @throws DomainError invalid_request, naming `url`
 */
export function linkOf(text: string): Link {
  const { url, canonical, platform } = recognise(readUrl(text), MOST_WRAPPERS);
  return { url, canonical, platform };
}

/**
 * The link, once it is known where it led: a share code becomes the video that it stands for, an
 * address that redirects becomes the one that it led to. What was recognised at first sight stays,
 * and so does what led to an address that no second call can share, because it is signed or is a
 * code itself.
 * @param address where the video was found
 */
export function resolvedLink(link: Link, address: string): Link {
  if (!URL.canParse(address) || recognise(new URL(link.url), 0).code === false) return link;
  const { code, ...found } = recognise(new URL(address), MOST_WRAPPERS);
  const isPage = link.platform === 'web' && found.platform === 'web';
  return code === false || (isPage && !isSigned(new URL(address))) ? found : link;
}

/**
 * The link to a platform's video that an address names by itself; undefined for a share code, and
 * for all others.
 */
export function videoAt(address: string): Link | undefined {
  if (!URL.canParse(address)) return undefined;
  const { code, ...link } = recognise(new URL(address), MOST_WRAPPERS);
  return code === false ? link : undefined;
}

/** Whether only the site can tell which video an address stands for. */
export const isShareCode = (address: string): boolean =>
  URL.canParse(address) && recognise(new URL(address), MOST_WRAPPERS).code === true;

/** The platform of an address that was found, not sent: never an error. */
export const platformOf = (address: string): Link['platform'] =>
  URL.canParse(address) ? recognise(new URL(address), MOST_WRAPPERS).platform : 'web';

/** An address may wrap one that wraps one; nobody means more. */
const MOST_WRAPPERS = 3;

/**
 * `code` is false for a video that is named, true for a code that stands for one, null for anything
 * else.
 */
function recognise(url: URL, wrappersLeft: number): NamedLink {
  for (const addresses of PLATFORMS) {
    const group = url.port === '' ? hostGroup(addresses.hosts, url.hostname) : undefined;
    if (group === undefined) continue;
    const { platform, asSent } = addresses;
    const named = nameOf(addresses, group, routed(url));
    if (named) {
      return { platform, ...named, url: asSent?.includes(group) ? url.href : named.canonical };
    }
    const inner = wrapped(addresses.wrappers ?? [], group, url);
    const target = inner === undefined ? undefined : innerUrl(inner, url.href);
    if (target && wrappersLeft > 0) return recognise(target, wrappersLeft - 1);
    const page = pageAddress(addresses, url);
    return { platform, canonical: page, code: null, url: page };
  }
  return { platform: 'web', canonical: webAddress(url), code: null, url: url.href };
}

/** What is wrapped has to be a link that could have been sent by itself. */
function innerUrl(address: string, base: string): URL | undefined {
  try {
    return readUrl(new URL(address, base).href);
  } catch {
    return undefined;
  }
}

/** An application inside a page keeps its own address behind `#/`. */
const routed = (url: URL): URL =>
  /^#\/[^/]/.test(url.hash) ? new URL(url.hash.slice(1), url) : url;

/** A page of a platform that names no one video: a channel, a list. */
function pageAddress({ home, hosts }: PlatformAddresses, url: URL): string {
  const page = new URL(webAddress(url));
  page.protocol = 'https:';
  if (hosts['main']?.includes(page.hostname.replace(/^www\./, ''))) page.hostname = home;
  page.pathname = page.pathname.replace(/(?<=.)\/+$/, '');
  return page.href;
}
