import type { FactAnswer, FactSentence } from './facts.ts';
import { counted, type Intent, lowerFirst } from './intent.ts';
import { ORDINALS } from './ordinals.ts';

const COUNTS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const COUNT = String.raw`${COUNTS.join('|')}|\d{1,3}`;
const NTH = String.raw`(?:${ORDINALS.join('|')}|\d{1,4}(?:st|nd|rd|th))`;
/** "second longest" and "second to last" are no second one. */
const BY_LENGTH = String.raw`(?:${NTH}[\s-]+)?(?:longest|shortest)`;
const FROM_LAST = String.raw`(?:${NTH}|next)[\s-]+(?:(?:to|from)[\s-]+)?(?:the[\s-]+)?last|penultimate|last but (?:${COUNT})`;

/** "the third", "the last two", "the two longest", and words behind, of which one says of what. */
const PICKS = new RegExp(
  String.raw`(?:\b(?:the|its|an?)\s+(?:very\s+)?|^)(?:(?<top>${COUNT})\s+(?=longest|shortest))?` +
    String.raw`(?<which>${BY_LENGTH}|${FROM_LAST}|${NTH}|last|final)\s+` +
    String.raw`(?:(?<many>${COUNT})\s+)?(?=(?<words>(?:[\p{L}-]+\s*){1,4}))`,
  'giu',
);
/** "Which shot is the longest?", "which text stays on screen the longest?" */
const WHICH = new RegExp(
  String.raw`\b(?:which|what) (?<words>[\p{L}-]+(?: [\p{L}-]+)?) (?:is|was|lasts?|comes?|stays?|stands?|remains?)` +
    String.raw`(?: (?:shown|displayed|seen|visible|there|up|for|on(?: the)? screen))* (?:the )?(?<which>${BY_LENGTH}|first|last)\b`,
  'giu',
);
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
    const { which = '', top = '1', many = top, words = '' } = groups;
    if (!nouns.test(words.toLowerCase()) && !TIME.test(words)) return [];
    // "the second shot is silent" is no second silence.
    if (A_SHOT.test(words) && !nouns.test(words.toLowerCase().replace(/\s.*/, ''))) return [];
    const name = which.toLowerCase().replaceAll(/[\s-]+/g, ' ');
    const count = numberNamed(many);
    if (/(?:longest|shortest)$/.test(name)) return byLength(name, count, spans);
    if (/last|final|penultimate/.test(name)) return fromLast(name, count, each.length);
    const isNamed = count === 1 && !/^\d+$/.test(name);
    const from = nth(name) - 1;
    return Array.from({ length: count }, (_, at) => from + at).map((at) => ({
      which: isNamed ? name : ordinal(at),
      at,
    }));
  });
  return places.length === 0 ? undefined : places;
}

/** "third" and "third longest" are 3, "longest" is no number. */
const nth = (name: string): number =>
  ORDINALS.indexOf(name.replace(/ .*/, '')) + 1 || Number.parseInt(name, 10);
const numberNamed = (count: string): number =>
  COUNTS.indexOf(count.toLowerCase()) + 1 || Number(count);

const ordinal = (at: number): string => ORDINALS[at] ?? `number ${at + 1}`;

/** "the last two", "the second to last", "the last but one". */
function fromLast(name: string, count: number, length: number): Place[] {
  const [, but] = /^last but (.+)/.exec(name) ?? [];
  const isNext = /^(?:next|penultimate)/.test(name);
  const back = but ? numberNamed(but) + 1 : isNext ? 2 : nth(name) || count;
  if (count === 1) return [{ which: name, at: length - back }];
  return Array.from({ length: count }, (_, at) => Math.max(0, length - back) + at).map((at) => ({
    which: ordinal(at),
    at,
  }));
}

/** "the longest", "the second longest", "the two longest"; none where nothing lasts. */
function byLength(
  name: string,
  count: number,
  spans: NonNullable<FactAnswer['values']['spans']>,
): Place[] {
  if (spans.every(({ start, end }) => start === end)) return [];
  const [which = ''] = /\w+$/.exec(name) ?? [];
  const sign = which === 'longest' ? 1 : -1;
  const lengths = spans.map(({ start, end }) => sign * ((end ?? Number.POSITIVE_INFINITY) - start));
  const places = lengths.map((_, at) => at).sort((a, b) => (lengths[b] ?? 0) - (lengths[a] ?? 0));
  const first = (nth(name) || 1) - 1;
  return Array.from({ length: count }, (_, more) => first + more).map((rank) => ({
    which: rank === 0 ? which : `${ordinal(rank)} ${which}`,
    at: places[rank] ?? spans.length,
  }));
}
