import type { CaptionOffer } from '../../../app/ports/links/links.ts';

type Language = CaptionOffer['language'];

/** BCP 47, as far as it is none of a site's own words. */
const LANGUAGE = /^[A-Za-z0-9-]{1,35}$/;
/** Some sites have a hundred translations. */
const MOST_NAMED = 20;

/** Notes of captions that were asked for and not had whole. */
export const lostNotes = (lost: readonly Language[]): string[] =>
  lost.length === 0
    ? []
    : [
        `Captions that are offered beside the video${named(lost)} could not be had whole; they are not used.`,
      ];

/** Notes of captions that were not asked for because there are too many. */
export function leftNotes(
  offered: readonly CaptionOffer[],
  wanted: readonly CaptionOffer[],
): string[] {
  // Some are offered at two sites.
  const had = new Set(wanted.map(({ language }) => language));
  const left = offered.map(({ language }) => language).filter((language) => !had.has(language));
  return left.length === 0
    ? []
    : [
        `Captions are offered beside the video in more languages${named(left)} than are fetched; these are not used.`,
      ];
}

function named(all: readonly Language[]): string {
  const languages = [...new Set(all)].filter((language) => LANGUAGE.test(language ?? ''));
  if (languages.length === 0) return '';
  const more = languages.length - MOST_NAMED;
  const rest = more > 0 ? ` and ${more} more` : '';
  return ` (${languages.slice(0, MOST_NAMED).join(', ')}${rest})`;
}
