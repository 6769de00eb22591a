/** A text as a reader sees it: compatible forms, digits and spaces as ASCII has them, nothing invisible. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[^\P{Nd}0-9]/gu, (digit) => String(digitOf(digit)));

/** Scripts hold their ten digits in a row, from zero. */
function digitOf(digit: string): number {
  const place = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(place - value - 1))) value += 1;
  return value;
}
