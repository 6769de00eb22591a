/**
 * How a text begins that spreadsheets take for a formula.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^[=+\-@＝＋－＠\t\r]/u;

/** The words of a video are anybody's: behind an apostrophe a spreadsheet takes them for words. */
const inert = (value: string | number): string =>
  typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);

const cell = (value: string | number): string => {
  const text = inert(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * Rows as RFC 4180 has them: https://www.rfc-editor.org/rfc/rfc4180. Numbers stay as they are; a
 * text that spreadsheets would take for a formula has an apostrophe before it.
 */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
