const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const VALUES: ReadonlyMap<string, number> = new Map([
  ...ONES.map((word, value) => [word, value] as const),
  ...TENS.map((word, at) => [word, (at + 2) * 10] as const),
]);
const WORD = [...VALUES.keys(), 'hundred', 'thousand'].join('|');

/** Source of a pattern for a number in English words, such as `one hundred and ninety-nine`. */
export const SPELLED = String.raw`(?:${WORD})(?:(?:\s+and\s+|[\s-]+)(?:${WORD}))*\b`;

/** The value of a number in English words. */
export const spelledNumber = (words: string): number =>
  words
    .toLowerCase()
    .split(/[\s-]+/)
    .reduce((value, word) => {
      if (word === 'hundred') return Math.max(1, value) * 100;
      if (word === 'thousand') return Math.max(1, value) * 1000;
      return value + (VALUES.get(word) ?? 0);
    }, 0);
