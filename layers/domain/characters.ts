import type { z } from 'zod';

/** The beginning of a text, `most` characters long at most; a surrogate pair is not cut in two. */
export const beginning = (text: string, most: number): string =>
  text.length <= most
    ? text
    : Array.from(text.slice(0, 2 * most))
        .slice(0, most)
        .join('');

const isLonger = (text: string, most: number): boolean =>
  text.length > most && Array.from(text).length > most;

/**
 * A text of `most` characters at most, counted as JSON Schema counts for `maxLength`: a surrogate
 * pair is one. Zod's own `max` counts it as two, and would refuse what the published schema allows.
 */
export const limitedTo = <S extends z.ZodType<string>>(schema: S, most: number): S =>
  schema
    .check(({ value, issues }) => {
      if (!isLonger(value, most)) return;
      issues.push({
        code: 'too_big',
        origin: 'string',
        maximum: most,
        inclusive: true,
        input: value,
      });
    })
    .meta({ maxLength: most });

const CUT = ' …';

/**
 * A text of `most` characters at most. A longer one ends behind a sentence, else behind a word, and
 * its end is marked with an ellipsis.
 */
export function shortened(text: string, most: number): string {
  if (!isLonger(text, most)) return text;
  const kept = beginning(text, most - CUT.length);
  const ends = [/[.!?](?=\s)|[。！？]/gu, /\S(?=\s)/gu].map(
    (end) => Array.from(kept.matchAll(end)).at(-1)?.index ?? 0,
  );
  // An end in the first half would take more than it leaves.
  const end = ends.find((at) => at > kept.length / 2);
  return `${end === undefined ? kept : kept.slice(0, end + 1)}${CUT}`;
}
