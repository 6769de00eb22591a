import type { WrittenLine } from '../../app/ports/sources/text-reader.ts';

/** As sure as both readings must be: less so, the one is a misreading of the other. */
const SURELY_READ = 0.9;
/** Part of a letter on either side of those that changed. */
const BESIDE = 0.25;

/** What a reader takes for each other. */
const LIKE: readonly (readonly [RegExp, string])[] = [
  [/[il1|!]/g, 'l'],
  [/[o0]/g, 'o'],
  [/[s5]/g, 's'],
  [/[b8]/g, 'b'],
  [/[z2]/g, 'z'],
  [/[^\p{Letter}\p{Number}]/gu, ''],
];

const folded = (text: string): string =>
  LIKE.reduce((left, [like, one]) => left.replaceAll(like, one), text.toLowerCase());

type Reading = Pick<WrittenLine, 'text' | 'box' | 'confidence'>;

/** Whether two sure readings are of other words, by more than what is easily misread. */
export const areOtherWords = (one: Reading, other: Reading): boolean =>
  Math.min(one.confidence, other.confidence) >= SURELY_READ &&
  folded(one.text) !== folded(other.text);

/** Where the letters are by which two readings of one place differ. */
export function placeOfChange(one: Reading, other: Reading): WrittenLine['box'] {
  const [a, b] = [one.text, other.text];
  const most = Math.min(a.length, b.length);
  let before = 0;
  while (before < most && a[before] === b[before]) before++;
  let after = 0;
  while (after < most - before && a.at(-1 - after) === b.at(-1 - after)) after++;
  const sides = [one, other].map(({ text, box: [left, , right] }) => {
    const letter = (right - left) / text.length;
    return [
      left + Math.max(0, before - BESIDE) * letter,
      right - Math.max(0, after - BESIDE) * letter,
    ] as const;
  });
  const left = Math.min(...sides.map(([side]) => side));
  const right = Math.max(...sides.map(([, side]) => side));
  const top = Math.min(one.box[1], other.box[1]);
  return [left, top, right, Math.max(one.box[3], other.box[3])];
}

const shapeOf = (text: string): string => text.replaceAll(/\p{Number}/gu, '0');

/** Whether two texts are the same but for the digits: a score, a clock, a page. */
export const areOtherNumbers = (one: string, other: string): boolean =>
  one !== other && shapeOf(one) === shapeOf(other);
