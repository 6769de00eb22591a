import { eventStretch, unknownStretch } from './event-stretch.ts';
import type { Facts } from './facts.ts';
import { factsWithin, namedStretch } from './named-stretch.ts';
import { ORDINALS } from './ordinals.ts';
import { inPlainWords } from './plain-wording.ts';
import { oneByOne } from './several-stretches.ts';

/** What a member of a schema asks for. */
export interface Asked {
  /** Its name as words, and these with its description, in lower case. */
  readonly name: string;
  readonly words: string;
  /** What is known of the stretch that it names, or of all that was read. */
  readonly facts: Facts;
  /** The second that it asks about, where it is one. */
  readonly moment: number | undefined;
  /** Asks whether something is not there. */
  readonly isNegated: boolean;
}

const NO = String.raw`(?:no|never|without)\b\s*`;
/** "has_no_cuts", "never_freezes". */
const NEGATED_NAME = new RegExp(`^(?:(?:has|have|is|are|with) )?${NO}`);
const NEGATED_QUESTION = new RegExp(
  String.raw`^(?<before>(?:whether |true (?:if|when) )?(?:(?:is|are|was|were) there|there (?:is|are)|(?:does|do|did|is|has) (?:(?:it|(?:the|this) \w+) )?|(?:it|(?:the|this) \w+)) ?)${NO}`,
  'i',
);

/** "the second of the cut", which is no second cut. */
const A_SECOND = /\bsecond (?=(?:of|at|when|where|in|that|which|from|it|is|the|an?)\b)/gi;
const UNNAMED_ORDINAL = new RegExp(
  String.raw`(?<!\b(?:the|its|an?) )\b(?=(?:${ORDINALS.join('|')}|last) \p{L})`,
  'giu',
);
/** "second freeze" is called "the second freeze", as questions call it. */
const withArticles = (words: string): string =>
  words.replaceAll(A_SECOND, 'time ').replaceAll(UNNAMED_ORDINAL, 'the ');

const OF_A_STRETCH = /\b(?:after|before|until|since|during|between)\b/i;
const A_STATE = String.raw`(?:silen(?:t|ce)|quiet|mute(?:d)?|black|blank|dark|frozen)\b`;
const IN_PART = String.raw`\b(?:(?:in|during|within|of|for) )?(?:the )?`;
/** "starts_with_black", "silent_at_end", "cuts_in_first_half" as questions say it. */
const STRETCHES: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(`${IN_PART}((?:first|second|last|final|middle) (?:half|third|quarter))\\b`),
    'in the $1',
  ],
  [
    new RegExp(
      `${IN_PART}((?:first|opening|last|final) \\d+(?:\\.\\d+)?) ?(s|secs?|seconds?|m|mins?|minutes?)\\b`,
    ),
    'in the $1 $2',
  ],
  [/\b(in|during|within) (?:the )?(first|opening|last|final) minute\b/, 'in the $2 1 minute'],
  [/\bin middle\b/, 'in the middle'],
  // "starts_silent", "black_ending"
  [new RegExp(`\\b(starts?|begins?|opens?|ends?|closes?|finishes) (?=${A_STATE})`), '$1 as '],
  [new RegExp(`\\b(${A_STATE}) (?:beginning|opening|intro)\\b`), '$1 at the start'],
  [new RegExp(`\\b(${A_STATE}) (?:ending|outro)\\b`), '$1 at the end'],
  [/\b(?:starts?|begins?|opens?) (?:with|on|in|as)\b(.*)/, '$1 at the start'],
  [/\b(?:ends?|closes?|finishes) (?:with|on|in|as)\b(.*)/, '$1 at the end'],
  [/\bat (?=(?:start|beginning|end)\b)/, 'at the '],
];
const namingStretch = (name: string): string =>
  STRETCHES.reduce((words, [pattern, plain]) => words.replace(pattern, plain), name);

/** A camera that does not move. */
const STILL_CAMERA =
  /\bcamera (?:is |was )?(?:static|still|fixed|stationary|steady|motionless|locked)\b|\b(?:static|still|fixed|stationary|steady|motionless|locked) camera\b|\bis the camera (?:static|still|fixed|stationary|steady|motionless)\b/;
/** Asks how long it is from one thing to another. */
const ASKS_LENGTH =
  /\b(?:time|how long|seconds|secs|durations?|lengths?|gaps?|intervals?|elapsed|distance|delay)\b/;
const FROM_ONE_TO_ANOTHER =
  /\b(?:time|how long|seconds|secs|durations?|lengths?|gaps?|intervals?)\b.*\bfrom (?!\d).+ to\b/;

/** What a member asks for; undefined where it asks for a stretch that nothing tells. */
export function memberAsked(name: string, description: string, all: Facts): Asked | undefined {
  const plain = inPlainWords(description);
  const isStill = STILL_CAMERA.test(`${name} ${plain.toLowerCase()}`);
  const isNegated = (NEGATED_NAME.test(name) || NEGATED_QUESTION.test(plain)) !== isStill;
  const own = namingStretch(name.replace(NEGATED_NAME, ''));
  const asked = plain.replace(NEGATED_QUESTION, '$<before> ');
  const told = (rest: string, more: string, facts: Facts, moment?: number): Asked => ({
    name: rest.trim(),
    words: withArticles(`${rest} ${more.toLowerCase()}`.replaceAll(/\s+/g, ' ').trim()),
    facts,
    moment,
    isNegated,
  });
  if (oneByOne(asked, all).length > 0) return undefined;
  const inName = namedStretch(own, all.window);
  const named = inName ?? namedStretch(asked, all.window) ?? eventStretch(asked, all);
  // "seconds until the first cut" asks for that cut.
  if (named?.between?.[0] === all.window[0])
    return told(own, asked.replace(/\bhow long\b/i, 'seconds'), all);
  if (named?.stretch === null) return undefined;
  if (named?.between && ASKS_LENGTH.test(`${own} ${named.rest}`)) return undefined;
  if (named) {
    const { stretch, rest, moment } = named;
    const facts = factsWithin(all, stretch);
    return inName ? told(rest, asked, facts, moment) : told(own, rest, facts, moment);
  }
  // "null when there is none" names no stretch.
  if (FROM_ONE_TO_ANOTHER.test(`${own} ${asked.toLowerCase()}`)) return undefined;
  const isUntold = OF_A_STRETCH.test(own) || OF_A_STRETCH.test(unknownStretch(asked) ?? '');
  return isUntold ? undefined : told(own, asked, all);
}
