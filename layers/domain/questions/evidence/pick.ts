import type { FactAnswer, FactSentence } from './facts.ts';
import { counted, type Intent, lowerFirst } from './intent.ts';
import { ORDINALS } from './ordinals.ts';

const COUNTS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** "the third", "the last two", "the longest", and the words behind, of which one says of what. */
const PICKS = new RegExp(
  String.raw`(?:\b(?:the|its|an?)\s+(?:very\s+)?|^)(?<which>${ORDINALS.join('|')}|\d{1,4}(?:st|nd|rd|th)|last|final|longest|shortest)\s+` +
    String.raw`(?:(?<many>${COUNTS.join('|')}|\d{1,3})\s+)?(?=(?<words>(?:[\p{L}-]+\s*){1,4}))`,
  'giu',
);
/** "Which shot is the longest?", "which text stays on screen the longest?" */
const WHICH =
  /\b(?:which|what) (?<words>[\p{L}-]+(?: [\p{L}-]+)?) (?:is|was|lasts?|comes?|stays?|stands?|remains?)(?: (?:shown|displayed|seen|visible|there|up|for|on(?: the)? screen))* (?:the )?(?<which>longest|shortest|first|last)\b/giu;
/** "shot 3". */
const NUMBERED =
  /\b(?<words>[\p{L}-]+) (?:number |no\. ?|#)?(?<which>\d{1,4})\b(?! ?(?:s|secs?|seconds?|m|mins?|minutes?|[:.]\d)\b)/giu;
/** What a question may call one of them instead. */
const TIME = /^(time|moment|occurrence|instance)\b/i;

const A_SHOT = /^(shots?|scenes?)\b(?! (change|boundar|transition|break))/i;

/** What says how things of a kind are called. */
type Named = Pick<Intent, 'names' | 'nouns'>;

/** What is told of those that a question picks. */
export interface Picked {
  readonly sentences: readonly FactSentence[];
  /** Why there are none. */
  readonly absent?: string;
}

/**
 * Of things of a kind those that a question means by "the first", "the last two", "the longest";
 * undefined where it means all of them.
 * @param where the stretch that they are of, in words that stand behind their kind
 */
export function picked(
  question: string,
  intent: Named,
  answer: FactAnswer,
  where = '',
): Picked | undefined {
  const { each = [], kind } = answer;
  if (!kind || each.length === 0) return undefined;
  const places = placesOf(question, intent, answer);
  if (!places) return undefined;
  const missing = places.find(({ at }) => each[at] === undefined);
  if (missing) {
    const there = lowerFirst(counted(each.length, ...kind));
    return { sentences: [], absent: `There is no ${missing.which} ${kind[0]}: ${there}` };
  }
  return {
    sentences: places.flatMap(({ at, which }) => {
      const one = each[at];
      if (!one) return [];
      const what = each.length === 1 ? `only ${kind[0]}` : `${which} of ${each.length} ${kind[1]}`;
      return [{ ...one, text: `The ${what}${where}: ${lowerFirst(one.text)}` }];
    }),
  };
}

interface Place {
  readonly which: string;
  /** Index of the thing, which may not be there. */
  readonly at: number;
}

/** Places of those that a question picks, in its order. */
export function placesOf(
  question: string,
  { names, nouns = names }: Named,
  { each = [], values: { spans = [] } }: FactAnswer,
): readonly Place[] | undefined {
  const asked = [PICKS, WHICH, NUMBERED].flatMap((pattern) => [...question.matchAll(pattern)]);
  const places = asked.flatMap(({ groups = {} }): Place[] => {
    const { which = '', many = '1', words = '' } = groups;
    if (!nouns.test(words.toLowerCase()) && !TIME.test(words)) return [];
    // "the second shot is silent" is no second silence.
    if (A_SHOT.test(words) && !nouns.test(words.toLowerCase().replace(/\s.*/, ''))) return [];
    const name = which.toLowerCase();
    const count = COUNTS.indexOf(many.toLowerCase()) + 1 || Number(many);
    if (name === 'longest' || name === 'shortest')
      return spans.some(({ start, end }) => start !== end) ? [extreme(name, spans)] : [];
    const from = name === 'last' || name === 'final' ? each.length - count : nth(name) - 1;
    const all = Array.from({ length: count }, (_, at) => Math.max(0, from) + at);
    const isNamed = count === 1 && !/^\d+$/.test(name);
    return all.map((at) => ({ which: isNamed ? name : ordinal(at), at }));
  });
  return places.length === 0 ? undefined : places;
}

const nth = (name: string): number => ORDINALS.indexOf(name) + 1 || Number.parseInt(name, 10);

const ordinal = (at: number): string => ORDINALS[at] ?? `number ${at + 1}`;

function extreme(
  which: 'longest' | 'shortest',
  spans: NonNullable<FactAnswer['values']['spans']>,
): Place {
  const sign = which === 'longest' ? 1 : -1;
  const lengths = spans.map(({ start, end }) => sign * ((end ?? Number.POSITIVE_INFINITY) - start));
  return { which, at: lengths.indexOf(Math.max(...lengths)) };
}
