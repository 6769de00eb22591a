import type { FactAnswer, FactSentence } from './facts.ts';
import { counted, LISTED, shown } from './intent.ts';
import type { Picked } from './pick.ts';

/** "longer than 5 seconds", "under 2 s", "of at least a minute" (which is "1 minute" here), each. */
const LENGTH =
  /\b(?:(?<longer>longer than|more than|over|above|exceed(?:s|ing)?)|(?<least>at least)|(?<shorter>shorter than|less than|under|below)|(?<most>at most))\s+(?<number>\d+(?:\.\d+)?)\s*(?<unit>s|secs?|seconds?|m|mins?|minutes?)\b/gi;

/** What a question asks of the length of things: in words, and whether it holds of so many seconds. */
interface LengthAsked {
  readonly words: string;
  readonly holds: (seconds: number) => boolean;
}

/** "silences of at least 2 seconds" asks for silences, and of no second. */
export const withoutLength = (question: string): string =>
  question.replace(LENGTH, ' ').replaceAll(/\s+/g, ' ').trim();

export function lengthAsked(question: string): LengthAsked | undefined {
  const limits = [...question.matchAll(LENGTH)].map(({ groups = {} }) => limitOf(groups));
  if (limits.length === 0) return undefined;
  return {
    words: limits.map(({ words }) => words).join(' and '),
    holds: (length) => limits.every(({ holds }) => holds(length)),
  };
}

function limitOf({ longer, least, shorter, number, unit = '' }: Groups): LengthAsked {
  const limit = Number(number) * (/^m/i.test(unit) ? 60 : 1);
  if (longer) return { words: `longer than ${shown(limit)}`, holds: (length) => length > limit };
  if (least) return { words: `of at least ${shown(limit)}`, holds: (length) => length >= limit };
  if (shorter) return { words: `shorter than ${shown(limit)}`, holds: (length) => length < limit };
  return { words: `of at most ${shown(limit)}`, holds: (length) => length <= limit };
}

type Groups = Readonly<Record<string, string>>;

/** Of things that last those of the length that a question asks for; undefined where it asks for none. */
export function ofLength(
  question: string,
  { each = [], kind, values: { spans = [] } }: FactAnswer,
  end: number,
): Picked | undefined {
  const asked = lengthAsked(question);
  const lengths = spans.map((span) => (span.end ?? end) - span.start);
  if (!asked || !kind || each.length !== spans.length || !lengths.some((length) => length > 0))
    return undefined;
  const found = each.filter((_, at) => asked.holds(lengths[at] ?? 0));
  const [one, many] = kind.map((name) => `${name} ${asked.words}`) as [string, string];
  if (found.length === 0) return { sentences: [], absent: `There is no ${one}.` };
  const starts = found.flatMap(({ seconds }) => seconds.slice(0, 1)).slice(0, LISTED);
  const count: FactSentence = { text: counted(found.length, one, many), seconds: starts };
  return { sentences: [count, ...found.slice(0, LISTED)] };
}
