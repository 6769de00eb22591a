import { isUtf8 } from 'node:buffer';
import { decodeBuffer } from 'encoding-sniffer';
import type { CaptionOffer } from '../../../app/ports/links/links.ts';
import { titleLine } from '../../../domain/videos/title.ts';
import { type Element, elementsOf, sourceOf } from '../web/markup.ts';
import type { Page } from './find-direct.ts';
import { videoObjects } from './json-ld.ts';
import { mentionedMedia } from './mentioned.ts';
import { absolute, addressesIn } from './page-addresses.ts';

/** What a page says of the video that it shows. */
export interface PageFacts {
  readonly title: string | null;
  readonly language: string | null;
  /** Addresses at which media may lie, the likeliest first. */
  readonly media: readonly string[];
  /** How many videos it shows that are no decoration. */
  readonly videos: number;
  /** Addresses of players, which may belong to a platform. */
  readonly players: readonly string[];
  /** Addresses of media that it names without showing it. */
  readonly mentioned: readonly string[];
  /** The address that the page calls its own, on its host. */
  readonly canonical: string | null;
  /** The page that it goes on to by itself. */
  readonly refresh: string | null;
  /** Address of an oEmbed description. */
  readonly oembed: string | null;
  readonly captions: readonly CaptionOffer[];
  readonly pictures: number;
  readonly hasPassword: boolean;
  /** Characters that a reader sees. */
  readonly words: number;
  readonly html: string;
}

const MAX_MEDIA = 8;
const MAX_PLAYERS = 20;

const NAMES = {
  kept: [
    'html',
    'base',
    'title',
    'meta',
    'link',
    'script',
    'video',
    'source',
    'track',
    'iframe',
    'embed',
    'img',
    'picture',
    'input',
    'a',
  ],
  withText: ['title', 'script'],
};

/** Reads a page: https://html.spec.whatwg.org, https://ogp.me, https://schema.org/VideoObject */
export function readPage({
  html: bytes,
  address,
  contentType,
}: Omit<Page, 'withCookies'>): PageFacts {
  const charset = /charset=["']?([\w-]+)/i.exec(contentType)?.[1];
  const html = decodeBuffer(bytes, {
    ...(charset && { transportLayerEncodingLabel: charset }),
    // What names no charset and can be UTF-8 is it.
    ...(isUtf8(bytes) && { defaultEncoding: 'utf-8' }),
  });
  const { elements, words } = elementsOf(html, NAMES);
  const all = (name: string) => elements.filter((element) => element.name === name);
  const base = absolute(all('base')[0]?.attributes['href'], address) ?? address;
  const here = (texts: readonly (string | undefined)[], most?: number) =>
    addressesIn(texts, base, most);
  const meta = (...names: readonly string[]) =>
    names.flatMap((name) =>
      all('meta').flatMap(({ attributes: { property, name: named, content } }) =>
        content && (property ?? named)?.toLowerCase() === name ? [content.trim()] : [],
      ),
    );
  const linked = (rel: string) =>
    all('link').find(({ attributes }) => attributes['rel']?.toLowerCase() === rel)?.attributes[
      'href'
    ];
  const described = all('script')
    .filter(({ attributes }) => attributes['type']?.toLowerCase() === 'application/ld+json')
    .flatMap(({ text }) => videoObjects(text));
  const shown = shownVideos(elements);
  const oembed = all('link').find(
    ({ attributes }) => attributes['type']?.toLowerCase() === 'application/json+oembed',
  );
  return {
    title: firstText(meta('og:title'), described[0]?.name, all('title')[0]?.text),
    language: firstLanguage(
      described[0]?.inLanguage,
      all('html')[0]?.attributes['lang'],
      meta('og:locale')[0]?.replace('_', '-'),
    ),
    media: here(
      [
        ...described.map(({ contentUrl }) => contentUrl),
        ...meta('og:video:secure_url', 'og:video:url', 'og:video', 'twitter:player:stream'),
        ...shown.sources,
      ],
      MAX_MEDIA,
    ),
    videos: shown.count,
    players: here(
      [
        ...described.map(({ embedUrl }) => embedUrl),
        ...meta('og:video:secure_url', 'og:video:url', 'og:video', 'twitter:player'),
        ...[...all('iframe'), ...all('embed')].map(sourceOf),
      ],
      MAX_PLAYERS,
    ),
    mentioned: mentionedMedia(elements, base),
    canonical: canonicalOf(here([linked('canonical'), ...meta('og:url')]), address),
    refresh: refreshOf(all('meta'), here, address),
    oembed: here([oembed?.attributes['href']])[0] ?? null,
    captions: captionsOf(shown.tracks, base),
    pictures: all('img').length + all('picture').length + meta('og:image').length,
    hasPassword: all('input').some(({ attributes }) => attributes['type'] === 'password'),
    words,
    html,
  };
}

/**
 * What stands in `<video>`. Those that play by themselves without sound are decoration: they come
 * last.
 */
function shownVideos(elements: readonly Element[]) {
  const sources: string[] = [];
  const decoration: string[] = [];
  const tracks: Element[] = [];
  /** The first source of each video: one may be offered in several forms. */
  const first = new Map<Element, string>();
  let video: Element | undefined;
  for (const element of elements) {
    if (video && element.depth <= video.depth) video = undefined;
    if (element.name === 'video') video = element;
    if (!video) continue;
    if (element.name === 'track') tracks.push(element);
    const { autoplay, muted, loop } = video.attributes;
    const decorates = [autoplay, muted, loop].every((set) => set !== undefined);
    const source = element.name === 'track' ? undefined : sourceOf(element);
    if (!source) continue;
    (decorates ? decoration : sources).push(source);
    if (!decorates && !first.has(video)) first.set(video, source);
  }
  const count = new Set(first.values()).size;
  return { sources: [...sources, ...decoration], tracks, count };
}

const captionsOf = (tracks: readonly Element[], base: string): CaptionOffer[] =>
  tracks.flatMap(({ attributes: { kind = 'subtitles', src, srclang } }) => {
    const address = absolute(src, base);
    if (!address || !['captions', 'subtitles'].includes(kind.toLowerCase())) return [];
    const format = new URL(address).pathname.toLowerCase().endsWith('.srt') ? 'srt' : 'vtt';
    return [{ language: srclang || null, format, address }];
  });

const canonicalOf = (own: readonly string[], address: string): string | null =>
  own.find((text) => new URL(text).host === new URL(address).host) ?? null;

/**
 * https://html.spec.whatwg.org/#attr-meta-http-equiv-refresh. Linear: what stands before the address
 * is one class, not a row of them that share their spaces.
 */
const REFRESH = /^[\s\d.;,]*url\s*=\s*["']?([^"']+)/i;

/** A page that only loads itself anew leads nowhere. */
function refreshOf(
  metas: readonly Element[],
  here: (texts: readonly (string | undefined)[]) => readonly string[],
  address: string,
): string | null {
  const told = metas
    .filter(({ attributes }) => attributes['http-equiv']?.toLowerCase() === 'refresh')
    .map(({ attributes }) => REFRESH.exec(attributes['content'] ?? '')?.[1]?.trim());
  const own = address.replace(/#.*$/s, '');
  return here(told).find((to) => to.replace(/#.*$/s, '') !== own) ?? null;
}

const firstText = (...texts: readonly (string | readonly string[] | undefined)[]) =>
  texts
    .flat()
    .map((text) => titleLine(text ?? ''))
    .find((text) => text !== null) ?? null;

const firstLanguage = (...tags: readonly (string | undefined)[]) =>
  tags.find((tag) => /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(tag ?? '')) ?? null;
