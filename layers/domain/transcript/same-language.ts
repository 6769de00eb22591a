/**
 * Whether two codes name one language, whatever its region or script; false for what is no code.
 */
export function sameLanguage(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false;
  const [a, b] = [one, other].map(languageOf);
  return a !== undefined && a === b;
}

function languageOf(code: string): string | undefined {
  try {
    return new Intl.Locale(code).language;
  } catch {
    return undefined;
  }
}
