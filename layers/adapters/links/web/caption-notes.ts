import type { CaptionOffer } from '../../../app/ports/links/links.ts';
import { inBrackets, languagesIn } from './language-names.ts';

type Language = CaptionOffer['language'];

const named = (all: readonly Language[]): string => inBrackets(languagesIn(all));

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
