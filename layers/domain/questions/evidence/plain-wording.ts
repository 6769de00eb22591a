import { SPELLED, spelledNumber } from '../spelled-numbers.ts';
import { ORDINALS } from './ordinals.ts';

const NUMBER = String.raw`\d+(?:\.\d+)?`;
const UNIT = String.raw`(?:s|secs?|seconds?|m|mins?|minutes?)\b`;
const TIME = String.raw`(?:\d{1,4}(?::\d{2}){1,2}(?:\.\d+)?|${NUMBER}\s*${UNIT})`;
const RANGE = String.raw`(?:between|from)\s+(${NUMBER})\s*(?:and|to|-|\u2013)\s*(${NUMBER})\s*(${UNIT})`;
const START = 'the (?:very )?(?:start|beginning)(?: of (?:the|this) (?:video|clip|film))?';

/** One way to say something, and the plainer one that means the same. */
type Rewriting = readonly [RegExp, (...found: string[]) => string];

const NTH = `(?:${ORDINALS.join('|')}|last|final)`;

const two = (digits = '0'): string => digits.padStart(2, '0');

/** In the order in which they are made: a later one reads what an earlier one wrote. */
const REWRITINGS: readonly Rewriting[] = [
  // "What's said?"
  [/\b(what|when|where|who|which|how|there|it)['\u2019]s\b/gi, (_, word) => `${word} is`],
  // "thirty seconds", "second five"
  [
    new RegExp(
      String.raw`\b(${SPELLED})[\s-]+(?=(?:seconds?|secs?|minutes?|mins?|hours?)\b)`,
      'gi',
    ),
    (_, words = '') => `${spelledNumber(words)} `,
  ],
  [
    new RegExp(
      String.raw`\b(at|in|around|near|after|before|until|from|and|to|between)\s+(seconds?|minutes?)\s+(${SPELLED})`,
      'gi',
    ),
    (_, where, unit, words = '') => `${where} ${unit} ${spelledNumber(words)}`,
  ],
  // "a minute and a half", "half a minute", "the last half minute", "after a minute"
  [/\b(?:a|one|1) minute and a half\b|\b(?:1\.5|1 and a half) minutes\b/gi, () => '90 seconds'],
  [/\bhalf[\s-]+(?:a[\s-]+)?minute\b/gi, () => '30 seconds'],
  [
    /\b(after|before|at|until|since|around|past|first|last)\s+a\s+minute\b/gi,
    (_, where) => `${where} 1 minute`,
  ],
  [
    /\b((?:longer|shorter|more|less) than|at least|at most|over|under) a (second|minute)\b/gi,
    (_, than, unit) => `${than} 1 ${unit}`,
  ],
  [
    /\b(the (?:first|opening|last|final|closing)) (minute|second)\b(?=\W*$|\W+(?:of|is|are|does|do|how|what|when)\b)/gi,
    (_, which, unit) => `${which} 1 ${unit}`,
  ],
  // "12,5 seconds"
  [
    new RegExp(String.raw`(?<![\d.,:])(\d+),(\d{1,2})(?=\s*${UNIT})`, 'gi'),
    (_, whole, part) => `${whole}.${part}`,
  ],
  // "1 hour 2 minutes", "1 minute 30 seconds", "1m30s"
  [
    /\b(\d+)\s*(?:h|hrs?|hours?)\s*(?:and\s+)?(\d{1,2})\s*(?:m|mins?|minutes?)(?:\s*(?:and\s+)?(\d{1,2}(?:\.\d+)?)\s*(?:s|secs?|seconds?))?\b/gi,
    (_, hours, minutes, seconds) => `${hours}:${two(minutes)}:${two(seconds)}`,
  ],
  [
    new RegExp(String.raw`\b(${NUMBER})\s*(?:hours?|hrs?)\b`, 'gi'),
    (_, hours) => `${Number(hours) * 60} minutes`,
  ],
  [
    /(?<!\bbetween\s+)\b(\d+)\s*(?:m|mins?|minutes?)\s*(?:,\s*|and\s+)?(\d{1,2}(?:\.\d+)?)\s*(?:s|secs?|seconds?)\b/gi,
    (_, minutes, seconds) => `${minutes}:${two(seconds)}`,
  ],
  // "the 12-second mark"
  [
    new RegExp(String.raw`\bthe\s+(\d[\d:.]*)[\s-]*(${UNIT})?[\s-]+(?:mark|point)\b`, 'gi'),
    (_, time, unit) => `${time} ${unit ?? ''}`.trim(),
  ],
  // "between seconds 4 and 6", "at second 15", "in second 15"
  [
    new RegExp(
      String.raw`\b(?:between|from|in|during)\s+(seconds|minutes)\s+(${NUMBER})\s*(?:and|to|until|till|-|–)\s*(${NUMBER})\b`,
      'gi',
    ),
    (_, unit, from, to) => `between ${from} and ${to} ${unit}`,
  ],
  [
    new RegExp(
      String.raw`\b(at|in|on|around|near|after|before|until|since|from|and|to|between)\s+(second|minute)\s+(${NUMBER})(?![\d:.]*\d|\s*${UNIT})`,
      'gi',
    ),
    (_, where = '', unit, number) =>
      `${/^(in|on)$/i.test(where) ? 'at' : where} ${number} ${unit}s`,
  ],
  // "at exactly 12 seconds"
  [
    new RegExp(
      String.raw`\b(at|around|near|after|before|until) (?:exactly|precisely|about|around|approximately|roughly|nearly|almost)\s+(?=${TIME})`,
      'gi',
    ),
    (_, where) => `${where} `,
  ],
  // "that last between 3 and 5 seconds", "from 3 to 5 seconds long": a length, and no stretch
  [
    new RegExp(String.raw`(?<!\bthe\s+)\b(last(?:s|ed|ing)?(?:\s+for)?)\s+${RANGE}`, 'gi'),
    (_, last, from, to, unit) => `${last} at least ${from} ${unit} and at most ${to} ${unit}`,
  ],
  [
    new RegExp(String.raw`\b${RANGE}\s+(?:long|in length)\b`, 'gi'),
    (_, from, to, unit) => `at least ${from} ${unit} and at most ${to} ${unit}`,
  ],
  // "12 seconds into the video", "12 seconds in", "within 5 seconds of the start"
  [
    new RegExp(String.raw`\bwithin\s+(${NUMBER}\s*${UNIT})\s+of\s+(?:${START}|the (end))\b`, 'gi'),
    (_, time, end) => `in the ${end ? 'last' : 'first'} ${time}`,
  ],
  [
    new RegExp(
      String.raw`\b(?:(at|after|before|until|around|from|since)\s+)?(${TIME})\s+(?:into(?: (?:the|this) (?:video|clip|film|recording|footage)\b)?|in(?=\W*$|,)|(?:from|after) ${START})`,
      'gi',
    ),
    (_, where, time) => `${where ?? 'at'} ${time}`,
  ],
  // "from 10 seconds on", "up to 10 seconds", "past 20 seconds"
  [
    new RegExp(
      String.raw`\bfrom\s+(${TIME})\s+(?:on(?:wards?)?\b|(?:to|until|till) the (?:very )?end\b)`,
      'gi',
    ),
    (_, time) => `after ${time}`,
  ],
  [
    new RegExp(
      String.raw`\b(?=up to|prior to|earlier than)(?<!\d ?(?:[a-z]{1,7} )?)(?:up to|prior to|earlier than)\s+(?=${TIME})`,
      'gi',
    ),
    () => 'before ',
  ],
  [new RegExp(String.raw`\b(?:past|beyond|later than)\s+(?=${TIME})`, 'gi'), () => 'after '],
  // "after 10 seconds and before 20 seconds"
  [
    new RegExp(
      String.raw`\b(?:after|since)\s+(${TIME})\s*,?\s*(?:and|but)\s+(?:before|until)\s+(${TIME})`,
      'gi',
    ),
    (_, from, to) => `between ${from} and ${to}`,
  ],
  // "How does the video start?", "does it end with a title?"
  [
    /\bhow (?:does|did) (?:it|(?:the|this) (?:video|clip|film)) (?:start|begin|open)\b/gi,
    () => 'what happens at the beginning',
  ],
  [
    /\bhow (?:does|did) (?:it|(?:the|this) (?:video|clip|film)) (?:end|close|finish)\b/gi,
    () => 'what happens at the end',
  ],
  // "Does it start with black?", "is the last frame black?"
  [
    new RegExp(
      String.raw`\b(?:does|did|whether|if) (?:it|(?:the|this) (?:video|clip|film)) (?:(starts?|begins?|opens?)|ends?|closes?|finish(?:es)?) (?:with|on|in) ` +
        String.raw`(?=(?:(?:an?|complete|total|full|\d[\d.]* ?${UNIT}|seconds?|moment|period|stretch|of) )*(?:black(?! and white)|blank|dark|silen|fr[eo]e?z))`,
      'gi',
    ),
    (_, start) => `in the ${start ? 'first' : 'last'} 1 second is it `,
  ],
  [
    /\bis the (?:very )?(?:(first|opening)|last|final|closing) (?:frame|picture|image) (?:\w+ )?(?=(?:black|blank)\b)/gi,
    (_, first) => `in the ${first ? 'first' : 'last'} 1 second is it `,
  ],
  [
    /\b(?:does|did|whether|if) (?:it|(?:the|this) (?:video|clip|film)) (?:(starts?|begins?|opens?)|ends?|closes?|finish(?:es)?) (?:with|on|in)\b/gi,
    (_, start) => `at the ${start ? 'beginning' : 'end'} is it`,
  ],
  // "in shot 3", "between the first and second cut"
  [
    /\b(in|during|within|after|before|until|since|of) (shot|scene|cut) (?:number |no\. ?|#)?(\d{1,3})\b/gi,
    (_, where, what, number) =>
      `${where} the ${ORDINALS[Number(number) - 1] ?? `${number}th`} ${what}`,
  ],
  [
    new RegExp(
      String.raw`\b(between the (?:${ORDINALS.join('|')}) and) (?=(?:${ORDINALS.join('|')}|last)\b)`,
      'gi',
    ),
    (_, words) => `${words} the `,
  ],
  // "the first and the last cut", "which shot is longer, the second or the third?"
  [
    new RegExp(
      String.raw`(?<!\b(?:between|in|during|within)\s+)\bthe (${NTH}) (and|or) (?:the )?(${NTH}) (?=([a-z]+))`,
      'gi',
    ),
    (_, first, and, second, what) => `the ${first} ${what} ${and} the ${second} `,
  ],
  [
    new RegExp(
      String.raw`\bwhich (?!one)([a-z]+) (is|was|lasts) (longer|shorter|longest|shortest)[,:]? (?:is it )?the (${NTH}) or (?:the )?(${NTH})(?: one)?(?=\W*$)`,
      'gi',
    ),
    (_, what, is, longer, first, second) =>
      `which ${is} ${longer}, the ${first} ${what} or the ${second} ${what}`,
  ],
  // "Is the first shot longer than the second?", "is the first shot the longest?"
  [
    new RegExp(
      String.raw`\b(the ${NTH} ([a-z]+)\b.*\b(?:than the ${NTH}|the longest|the shortest))(?: one)?(?=\W*$)`,
      'gi',
    ),
    (_, words, what) => `${words} ${what}`,
  ],
  // "the longest stretch without a cut"
  [
    /\b(longest|shortest) (?:stretch|time|part|period|gap|interval)s? (?:without|with no|between)(?: (?:an?|any|the|two))? cuts?\b/gi,
    (_, which) => `${which} shot`,
  ],
  // "What comes after the freeze?", "what follows the freeze?"
  [
    /\bwhat\s+(?:comes|came|is)\s+(?:next\s+)?((?:right |just |immediately |directly )?)(after|before)\b/gi,
    (_, near, where) => `what happens ${near}${where}`,
  ],
  [/\bwhat\s+follow(?:s|ed)\b(?!\W*$)/gi, () => 'what happens after'],
  [/\bwhat\s+preced(?:es|ed)\b(?!\W*$)/gi, () => 'what happens before'],
];

/** Words that a question quotes stay as they are. */
const QUOTED = /(["\u201c\u201e\u00ab][^"\u201c\u201d\u00ab\u00bb]*["\u201d\u00bb])/u;

/** A question with its times as "15 seconds" and "1:30", and what "comes after" as what happens. */
export const inPlainWords = (question: string): string => outsideQuotes(question, plainly);

/** Rewrites a question, but for the words that it quotes. */
export const outsideQuotes = (question: string, rewrite: (text: string) => string): string =>
  question
    .split(QUOTED)
    .map((text, at) => (at % 2 === 1 ? text : rewrite(text)))
    .join('');

const plainly = (text: string): string =>
  REWRITINGS.reduce((rewritten, [pattern, write]) => rewritten.replace(pattern, write), text);
