import type { CaptionOffer } from '../../../app/ports/links/links.ts';
import { languagesIn } from '../web/language-names.ts';
import { readOf } from './codecs.ts';
import { type Attributes, attributes } from './hls-attributes.ts';
import { withVariables } from './hls-variables.ts';

/** What is needed of an HLS playlist: https://www.rfc-editor.org/rfc/rfc8216 */
export interface HlsPlaylist {
  /** The ways in which a master playlist offers the video; none in a media playlist. */
  readonly variants: readonly Variant[];
  readonly captions: readonly CaptionOffer[];
  readonly segments: readonly string[];
  /** False of a list of files (M3U), which has no tag of a stream. */
  readonly isStream: boolean;
  /** True when a media playlist says that nothing is added to it any more. */
  readonly ended: boolean;
  /** True when a key is needed that only a licensed player gets. */
  readonly locked: boolean;
}

export interface Variant {
  readonly address: string;
  readonly bandwidth: number;
  /** Pixels; null when the playlist does not say. */
  readonly height: number | null;
  /** Names after RFC 6381, with commas between; empty when the playlist does not say. */
  readonly codecs: string;
  /** The playlist of its sound; null when that lies in its own segments. */
  readonly sound: string | null;
  /** In which its sound is offered. */
  readonly languages: readonly string[];
}

/** Sound that a master playlist offers for some of its variants. */
interface Sound {
  readonly isDefault: boolean;
  /** Null when it lies in the segments of the variants themselves. */
  readonly address: string | null;
}

const MAX_HEIGHT = 1080;
const MAX_LINES = 200_000;

/** @param base the address the playlist came from */
export function parseHls(text: string, base: string): HlsPlaylist {
  const plain = withVariables(text, base) ?? text;
  const lines = plain.split(/\r?\n/, MAX_LINES).map((line) => line.trim());
  const offered: (Omit<Variant, 'sound' | 'languages'> & { readonly group: string | undefined })[] =
    [];
  const captions: CaptionOffer[] = [];
  const segments: string[] = [];
  const sounds = new Map<string, Sound>();
  const languages = new Map<string, (string | undefined)[]>();
  let locked = false;
  let next: Attributes | undefined;
  for (const line of lines) {
    const [, tag = '', rest = ''] = /^#([A-Z0-9-]+)(?::(.*))?$/.exec(line) ?? [];
    if (tag === 'EXT-X-STREAM-INF') next = attributes(rest);
    else if (tag === 'EXT-X-KEY' || tag === 'EXT-X-SESSION-KEY')
      locked ||= isLock(attributes(rest));
    else if (tag === 'EXT-X-MEDIA') {
      const media = attributes(rest);
      if (media['TYPE'] === 'AUDIO') {
        const group = media['GROUP-ID'] ?? '';
        const sound = soundOf(media, base);
        languages.set(group, [...(languages.get(group) ?? []), media['LANGUAGE']]);
        // The default of a group, else its first.
        if (!sounds.get(group)?.isDefault && (sound.isDefault || !sounds.has(group))) {
          sounds.set(group, sound);
        }
      }
      captions.push(...captionOf(media, base));
    } else if (line !== '' && !line.startsWith('#')) {
      const address = absolute(line, base);
      if (address && next) offered.push(variantOf(next, address));
      else if (address) segments.push(address);
      next = undefined;
    }
  }
  // Renditions may be named after the variants that they belong to.
  const variants = offered.map(({ group, ...variant }): Variant => {
    const sound = group === undefined ? undefined : sounds.get(group);
    const spoken = group === undefined ? undefined : languages.get(group);
    return { ...variant, sound: sound?.address ?? null, languages: languagesIn(spoken ?? []) };
  });
  const ended = lines.some((line) => /^#EXT-X-(ENDLIST|PLAYLIST-TYPE:\s*VOD)/.test(line));
  const isStream = lines.some((line) => line.startsWith('#EXT-X-'));
  return { variants, captions, segments, isStream, ended, locked };
}

/**
 * The sharpest variants up to 1080 lines first; then those that have more, the smallest first. None
 * in a codec that is not read here, unless all with a picture are.
 */
export function byPreference(all: readonly Variant[]): Variant[] {
  const read = readOf(all, ({ codecs }) => codecs);
  const tellsSize = (variant: Variant) => variant.height !== null;
  // What tells no size among others that do may be sound alone.
  const variants = read.some(tellsSize) || !all.some(tellsSize) ? read : all;
  const height = (variant: Variant) => variant.height ?? 0;
  const fits = (variant: Variant) => height(variant) <= MAX_HEIGHT;
  return [
    ...variants.filter(fits).toSorted((a, b) => height(b) - height(a) || b.bandwidth - a.bandwidth),
    ...variants
      .filter((variant) => !fits(variant))
      .toSorted((a, b) => height(a) - height(b) || a.bandwidth - b.bandwidth),
  ];
}

/**
 * AES-128 with a key that lies at an address is open to everybody; the rest is rights management.
 */
const isLock = ({ METHOD = 'NONE', KEYFORMAT = 'identity' }: Attributes) =>
  METHOD !== 'NONE' && (METHOD !== 'AES-128' || KEYFORMAT !== 'identity');

function captionOf(media: Attributes, base: string): CaptionOffer[] {
  const address = absolute(media['URI'] ?? '', base);
  if (media['TYPE'] !== 'SUBTITLES' || media['FORCED'] === 'YES' || !address) return [];
  return [{ language: media['LANGUAGE'] ?? null, format: 'vtt', address }];
}

const soundOf = (media: Attributes, base: string): Sound => ({
  isDefault: media['DEFAULT'] === 'YES',
  address: absolute(media['URI'] ?? '', base) ?? null,
});

const variantOf = (stream: Attributes, address: string) => ({
  address,
  bandwidth: Number(stream['BANDWIDTH']) || 0,
  height: Number(/^\d+x(\d+)$/.exec(stream['RESOLUTION'] ?? '')?.[1]) || null,
  codecs: stream['CODECS'] ?? '',
  group: stream['AUDIO'],
});

export const absolute = (address: string, base: string): string | undefined =>
  address !== '' && URL.canParse(address, base) ? new URL(address, base).href : undefined;
