import { z } from 'zod';
import type { CaptionOffer, FoundMedia } from '../../../app/ports/links/links.ts';
import { platformOf } from '../../../domain/links/recognise.ts';
import { sourceUnavailable } from '../../../domain/links/source-errors.ts';
import { titleLine } from '../../../domain/videos/title.ts';
import type { Platform } from '../../../domain/videos/video.ts';
import { Format, isAddress, offeredBy } from './offered.ts';

const text = z.string().nullish().catch(null);
const number = z.number().nullish().catch(null);
const list = <T extends z.ZodType>(item: T) => z.array(item).nullish().catch(null);

const Subtitle = z.object({ url: text, ext: text });

/**
 * The part of yt-dlp's description that is used; pages decide most of it, so nothing is trusted to
 * be there.
 */
const Entry = Format.extend({
  title: text,
  extractor_key: text,
  language: text,
  webpage_url: text,
  original_url: text,
  is_live: z.boolean().nullish().catch(null),
  live_status: text,
  formats: list(z.object({ vcodec: text, acodec: text, protocol: text, language: text })),
  /** Set where picture and sound are fetched apart; else the entry is what is fetched. */
  requested_formats: list(Format),
  stretched_ratio: number,
  thumbnails: list(z.object({ url: text, width: number, height: number })),
  subtitles: z.record(z.string(), list(Subtitle)).nullish().catch(null),
});
type Entry = z.infer<typeof Entry>;

interface Listing {
  readonly entries?: unknown;
}

/** Told of a post of photos, of which yt-dlp knows the sound alone. */
export const PHOTOS_NOTE = 'The post shows photos; only its sound could be had.';

/** What comes in the subtitles of some sites and is none: chats and lists of comments. */
const NO_CAPTIONS = /chat|comments|danmaku|rechat|storyboard/i;
const MAX_TITLE_CHARACTERS = 500;
const MAX_DEPTH = 4;

/**
 * Makes a finding of what `yt-dlp --dump-single-json` wrote. Nothing at all, or nothing that plays,
 * is for the caller to explain: the reason stands among yt-dlp's warnings.
 * @returns undefined when there is no media
 * @throws DomainError source_unavailable for a stream that is live now
 */
export function foundIn(
  description: unknown,
  platform: Platform,
  address: string,
): FoundMedia | undefined {
  const { entries, listed } = leavesOf(description);
  const withMedia = entries.find(plays);
  if (withMedia) {
    if (withMedia.is_live || withMedia.live_status === 'is_live') {
      throw sourceUnavailable(
        'unavailable',
        'The link leads to a live stream that is still running. Send the link of its recording when it has ended.',
      );
    }
    return filmIn(withMedia, { platform, address, listed, count: entries.length });
  }
  return platform === 'instagram' ? slidesIn(entries) : undefined;
}

interface Around {
  readonly platform: Platform;
  readonly address: string;
  readonly listed: boolean;
  readonly count: number;
}

function filmIn(entry: Entry, { platform, address, listed, count }: Around): FoundMedia {
  const notes: string[] = [];
  if (platform === 'instagram' && count > 1) {
    notes.push(`The post holds ${count} pictures and videos; its first video was read.`);
  } else if (listed) {
    notes.push('The link leads to a list; only its first video was read.');
  }
  if (platform === 'tiktok' && entry.formats?.every(({ vcodec }) => vcodec === 'none')) {
    notes.push(PHOTOS_NOTE);
  }
  const language = entry.language ?? entry.formats?.find((format) => format.language)?.language;
  return {
    place: { kind: 'page', address: addressOf(entry, address), offered: offerOf(entry) },
    title: titleOf(entry),
    language: languageOf(language),
    captions: captionsOf(entry),
    notes,
    ...foundAt(entry, listed),
  };
}

/** One picture for each entry; entries without are left out. */
function slidesIn(entries: readonly Entry[]): FoundMedia | undefined {
  const images = entries.flatMap((entry) => largest(entry.thumbnails ?? []) ?? []);
  const [first] = entries;
  if (!first || images.length === 0) return undefined;
  return {
    place: { kind: 'slides', images, audio: null },
    title: titleOf(first),
    language: languageOf(first.language),
    captions: [],
    notes: [],
  };
}

const plays = ({ formats, url }: Entry): boolean =>
  (formats?.length ?? 0) > 0 || (formats == null && isAddress(url));

/** What is stretched yt-dlp mends when it has it. */
const offerOf = (entry: Entry) =>
  (entry.stretched_ratio ?? 1) === 1 ? offeredBy(entry.requested_formats ?? [entry]) : undefined;

/** Lists may hold lists: a channel has its tabs. */
function leavesOf(description: unknown, depth = 0): { entries: readonly Entry[]; listed: boolean } {
  const listing = description as Listing | null;
  if (typeof listing !== 'object' || listing === null) return { entries: [], listed: false };
  if (!Array.isArray(listing.entries)) {
    const entry = Entry.safeParse(listing);
    return { entries: entry.success ? [entry.data] : [], listed: false };
  }
  if (depth === MAX_DEPTH) return { entries: [], listed: true };
  const entries = listing.entries.flatMap((inner) => leavesOf(inner, depth + 1).entries);
  return { entries, listed: true };
}

/**
 * The video's own address where that opens it as well as the page does, which tells what a share
 * code stands for. What another page holds may be meant for that page alone.
 */
function addressOf({ webpage_url, original_url }: Entry, page: string): string {
  const own = [webpage_url, original_url].find(isAddress);
  const platform = own === undefined ? 'web' : platformOf(own);
  return own === undefined || platform === 'web' || platform === 'vimeo' ? page : own;
}

/**
 * What a share code stands for. Of a list it is one of several videos, and may be another one
 * tomorrow.
 */
function foundAt({ webpage_url, original_url }: Entry, listed: boolean): { foundAt?: string } {
  const own = listed ? undefined : [webpage_url, original_url].find(isAddress);
  return own === undefined || platformOf(own) === 'web' ? {} : { foundAt: own };
}

const titleOf = ({ title, extractor_key }: Entry): string | null => {
  // The videos of one page are numbered, be there but one.
  const own = extractor_key === 'HTML5MediaEmbed' ? title?.replace(/ \(\d+\)$/, '') : title;
  return titleLine(own ?? '', MAX_TITLE_CHARACTERS);
};

function largest(images: NonNullable<Entry['thumbnails']>): string | undefined {
  const sizes = images.filter(({ url }) => isAddress(url));
  // They come with the best one last.
  const best = sizes.reduceRight<(typeof sizes)[number] | undefined>(
    (most, image) => (!most || (image.width ?? 0) > (most.width ?? 0) ? image : most),
    undefined,
  );
  return best?.url ?? undefined;
}

function captionsOf({ subtitles }: Entry): CaptionOffer[] {
  return Object.entries(subtitles ?? {}).flatMap(([code, kinds]): CaptionOffer[] => {
    if (NO_CAPTIONS.test(code)) return [];
    const offers = (['vtt', 'srt'] as const).flatMap((format) => {
      const url = kinds?.find(({ ext }) => ext === format)?.url;
      return isAddress(url) ? [{ language: languageOf(code), format, address: url }] : [];
    });
    return offers.slice(0, 1);
  });
}

/**
 * BCP 47; sites write `en_US` and `eng-US`, YouTube adds a random word to tell two tracks apart.
 */
export function languageOf(code: string | null | undefined): string | null {
  const [language, ...rest] = (code ?? '').trim().split(/[-_]/);
  if (
    language === undefined ||
    !/^[a-z]{2,3}$/i.test(language) ||
    /^(?:und|zxx|na)$/i.test(language)
  ) {
    return null;
  }
  const parts = rest.filter((part) => /^(?:[a-z]{2}|[a-z]{4}|\d{3})$/i.test(part));
  try {
    return Intl.getCanonicalLocales([language, ...parts].join('-'))[0] ?? null;
  } catch {
    return language.toLowerCase();
  }
}
