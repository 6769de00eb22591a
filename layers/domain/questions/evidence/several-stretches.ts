import { toMillisecond } from '../../timestamp.ts';
import { AROUND_SECONDS, MEANWHILE } from './event-stretch.ts';
import type { Facts } from './facts.ts';
import { INTENTS } from './intents.ts';
import { ORDINALS } from './ordinals.ts';
import { placesOf } from './pick.ts';
import { TECHNICAL_INTENTS } from './technical-intents.ts';

/** Of more stretches than these a question is told of all that was read, and that is said. */
const MOST_STRETCHES = 12;

const UNIT = String.raw`(?:s|secs?|seconds?|m|mins?|minutes?)\b`;
const TIME = String.raw`(?:\d{1,4}(?::\d{2}){1,2}(?:\.\d+)?|\d+(?:\.\d+)?)(?:\s*${UNIT})?`;
const NEXT = String.raw`(?:\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or)\s+)(?:(?:at|around|near)\s+)?`;
/** "at 2 s, 11 s and at 22 s". */
const TIMES = new RegExp(
  String.raw`(?<!\b(?:between|from)\b.*)\bat\s+${TIME}(?:${NEXT}${TIME}(?![\p{L}\d]))+`,
  'iu',
);

function timesOf(question: string): Several | undefined {
  const [words] = TIMES.exec(question) ?? [];
  if (words === undefined) return undefined;
  const times = [...words.matchAll(new RegExp(TIME, 'gi'))].map(([time]) => time);
  // "at 2, 11 and 22 seconds": the last unit stands for all.
  const [unit] = new RegExp(`${UNIT}$`, 'i').exec(times.at(-1) ?? '') ?? [];
  const complete = times.map((time) => (/[a-z:]/i.test(time) ? time : `${time} ${unit ?? ''}`));
  return { words, each: complete.map((time) => `at ${time.trim()}`) };
}

/** "a cut at 9 s and a freeze at 23 s". */
const APART = new RegExp(
  String.raw`^(?!.*\b(?:between|from)\b)(?<one>.*\bat\s+${TIME})\s*,?\s+(?:and|or)\s+(?<other>(?:an?|the|any)\s.*\bat\s+${TIME}.*)$`,
  'iu',
);

/** "in the first and the second half", "more in the first half than in the second". */
const BESIDE = String.raw`(?:and|or|than|versus|vs\.?|compared (?:to|with))`;
const RANGE = String.raw`(?:between|from)\s+${TIME}\s*(?:and|to|until|till|-|\u2013)\s*${TIME}`;
/** "from 0 to 5 s and from 20 to 25 s". */
const RANGES = new RegExp(String.raw`\b${RANGE}(?:\s*,?\s+${BESIDE}\s+${RANGE})+`, 'iu');

function rangesOf(question: string): Several | undefined {
  const [words] = RANGES.exec(question) ?? [];
  if (words === undefined) return undefined;
  return { words, each: [...words.matchAll(new RegExp(RANGE, 'giu'))].map(([range]) => range) };
}

const WHICH = `(?:${ORDINALS.join('|')}|last|final)`;
/** "in the first and in the second half", "in the first half or the second half". */
const PAIR = new RegExp(
  String.raw`\b(?<where>in|during|within)\s+the\s+(?<first>${WHICH})(?:\s+(?<own>${TIME}|\p{L}+))?\s+${BESIDE}\s+(?:(?:in|during|within)\s+)?(?:the\s+)?(?<second>${WHICH})(?:\s+(?<what>${TIME}|\p{L}+))?`,
  'iu',
);

function pairOf(question: string): Several | undefined {
  const { 0: words, groups = {} } = PAIR.exec(question) ?? {};
  if (words === undefined) return undefined;
  const { where, first, own, second, what = own } = groups;
  if (what === undefined) return undefined;
  return {
    words,
    each: [`${first} ${own ?? what}`, `${second} ${what}`].map((one) => `${where} the ${one}`),
  };
}

/** "during each freeze", "at the cuts". */
const EACH =
  /\b(?:at|during|in|within|throughout)\s+(?:(?:(?:each|every|all)(?:\s+(?:one\s+)?of)?(?:\s+the)?|the)\s+)(?<event>\p{L}+(?:\s+\p{L}+)?)/giu;

/** "each black stretch": words that belong to what a thing is called. */
const STRETCH = /^(stretch(es)?|frames?|screens?|pictures?|parts?|moments?|gaps?)$/i;

/** What happens several times is meant each time. */
function eachOf(question: string, facts: Facts): Several | undefined {
  for (const { 0: words, groups: { event = '' } = {} } of question.matchAll(EACH)) {
    const called = event.toLowerCase();
    const intent = TECHNICAL_INTENTS.find(({ names, nouns = names }) => nouns.test(called));
    const answer = intent?.answer(facts);
    // "in the second shot" is one of them.
    if (!intent || !answer || placesOf(words, intent, answer)) continue;
    const [first = '', second = ''] = event.split(/\s+/);
    const isOne = (intent.nouns ?? intent.names).test(first.toLowerCase()) && !STRETCH.test(second);
    const named = isOne ? words.slice(0, words.length - second.length).trimEnd() : words;
    return { words: named, each: spansIn(answer.values.spans ?? []) };
  }
  return undefined;
}

/** "when the picture is black", where it is that more than once. */
function meanwhileOf(question: string, facts: Facts): Several | undefined {
  const { 0: words, groups: { clause = '' } = {} } = MEANWHILE.exec(question) ?? {};
  if (words === undefined) return undefined;
  const intent = INTENTS.find(({ asks }) => asks.test(clause.toLowerCase()));
  return { words, each: spansIn(intent?.answer(facts)?.values.spans ?? []) };
}

/** "in each half", "in both halves". */
const EACH_HALF = /\b(?:in|during|within) (?:each|both|either)(?: of the)? (?:half|halves)\b/i;

function halvesOf(question: string): Several | undefined {
  const [words] = EACH_HALF.exec(question) ?? [];
  const each = ['in the first half', 'in the second half'];
  return words === undefined ? undefined : { words, each };
}

interface Several {
  /** The words that name the stretches. */
  readonly words: string;
  /** Words that name each. */
  readonly each: readonly string[];
}

const spansIn = (spans: readonly { start: number; end: number | null }[]): string[] =>
  spans.map(({ start, end }) => {
    const near = end === start ? AROUND_SECONDS : 0;
    const from = Math.max(0, toMillisecond(start - near));
    return end === null ? `after ${from} s` : `from ${from} s to ${toMillisecond(end + near)} s`;
  });

/** A question about several stretches, as it would be asked of each alone. */
export function oneByOne(question: string, facts: Facts): string[] {
  const { one, other } = APART.exec(question)?.groups ?? {};
  if (one !== undefined && other !== undefined) return [one, other];
  const several =
    timesOf(question) ??
    rangesOf(question) ??
    pairOf(question) ??
    halvesOf(question) ??
    meanwhileOf(question, facts) ??
    eachOf(question, facts);
  if (!several || several.each.length < 2 || several.each.length > MOST_STRETCHES) return [];
  return several.each.map((words) => question.replace(several.words, words));
}
