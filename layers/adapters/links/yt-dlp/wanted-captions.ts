import type { FoundMedia } from '../../../app/ports/links/links.ts';

/** More tracks than that are translations by the dozen: then the original and English will do. */
const MAX_CAPTION_TRACKS = 8;

/** The languages, without their regions, whose captions are brought; undefined for all. */
export function wantedLanguages({
  captions,
  language,
}: Pick<FoundMedia, 'captions' | 'language'>): readonly string[] | undefined {
  if (captions.length <= MAX_CAPTION_TRACKS) return undefined;
  return [...new Set([...(language === null ? [] : [primary(language)]), 'en'])];
}

/** The captions that are brought, of those that are offered. */
export function wantedCaptions(found: FoundMedia): FoundMedia['captions'] {
  const wanted = wantedLanguages(found);
  const isWanted = (language: string | null) => !wanted || wanted.includes(primary(language ?? ''));
  return found.captions.filter(({ language }) => isWanted(language));
}

const primary = (language: string): string => language.split('-')[0] ?? language;
