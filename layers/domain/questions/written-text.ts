/** Deeper than any answer is asked for; a model that nests further is not followed. */
const DEEPEST = 64;

/** The latter are embeddings, overrides and isolates: https://www.unicode.org/reports/tr9/ */
const UNWRITTEN = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu;

/**
 * What a model told, with texts that every reader of JSON takes: without control characters, of
 * which NUL is refused by databases and any of them can hide a second between its digits, without
 * those that turn the digits behind them round, and without halves of characters, which are no
 * Unicode. Lines and tabs stay.
 */
export function writtenText(told: unknown, depth = 0): unknown {
  if (typeof told === 'string') return told.toWellFormed().replaceAll(UNWRITTEN, '');
  if (typeof told !== 'object' || told === null) return told;
  if (depth === DEEPEST) return null;
  if (Array.isArray(told)) return told.map((item) => writtenText(item, depth + 1));
  return Object.fromEntries(
    Object.entries(told).map(([name, value]) => [name, writtenText(value, depth + 1)]),
  );
}
