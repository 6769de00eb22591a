import { LanguageCode } from '@aws-sdk/client-transcribe';

const KNOWN: readonly LanguageCode[] = Object.values(LanguageCode);

/**
 * Amazon's code for a language, which always names a region.
 * @param language BCP 47, of which the region may be left out
 * @returns undefined for a language that it does not know
 */
export function amazonLanguage(language: string): LanguageCode | undefined {
  const [code = ''] = Intl.getCanonicalLocales(language);
  const asked = new Intl.Locale(code);
  const same = KNOWN.filter((known) => new Intl.Locale(known).language === asked.language);
  const of = (region: string | undefined) =>
    same.find((known) => new Intl.Locale(known).region === region);
  // A region that it does not know is heard as the region where most speak the language.
  return of(asked.region) ?? of(new Intl.Locale(asked.language).maximize().region) ?? same[0];
}
