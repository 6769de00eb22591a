/** BCP 47, as far as it is none of a site's own words. */
const LANGUAGE = /^[A-Za-z0-9-]{1,35}$/;
/** Some sites have a hundred translations. */
const MOST_NAMED = 20;

/** The languages that can be named, each once. */
export const languagesIn = (all: readonly (string | null | undefined)[]): string[] => [
  ...new Set(all.filter((language): language is string => LANGUAGE.test(language ?? ''))),
];

/** The languages in brackets, for a note; nothing where there are none. */
export function inBrackets(languages: readonly string[]): string {
  if (languages.length === 0) return '';
  const more = languages.length - MOST_NAMED;
  const rest = more > 0 ? ` and ${more} more` : '';
  return ` (${languages.slice(0, MOST_NAMED).join(', ')}${rest})`;
}
