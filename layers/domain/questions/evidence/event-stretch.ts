import type { Window } from '../../window.ts';
import type { Facts } from './facts.ts';
import { INTENTS } from './intents.ts';
import { type NamedStretch, NEAR, NEAR_SECONDS } from './named-stretch.ts';
import { ORDINALS } from './ordinals.ts';
import { placesOf } from './pick.ts';
import { wordedStretch } from './worded-stretch.ts';

const WORD = String.raw`(?!(?:after|before|until|when|while|in|at|of|that|which|is|are|and|does|do|did|has|have|had|will|can)\b)[\p{L}\d-]+(?![\p{L}\d-])\s*`;
const EVENT = String.raw`(?:the|its|an?)\s+(?:${WORD}){1,4}`;
/** "after the first cut", "during the silence", "while the title is shown". */
const FORM = new RegExp(
  String.raw`(?:(?<within>\b(?:within|(?:in|during|over) the)\s+)?(?<!\b(?:of|than|least|most|over|under)\s+)\b(?<offset>\d+(?:\.\d+)?)\s*s(?:ec(?:ond)?s?)?\s+(?=after|before))?\b(?<near>${NEAR}\s+)?(?<where>after|before|until|since|during|while|in|within|at)\s+` +
    String.raw`(?:the\s+(?:moment|time)\s+of\s+)?(?<event>${EVENT})` +
    String.raw`(?:(?:is|are|was|were)\s+(?:shown|visible|seen|there|on(?:\s+the)?\s+screen)\b)?`,
  'giu',
);
/** "while the screen is black", "when it is silent": how the picture or the sound is meanwhile. */
export const MEANWHILE = new RegExp(
  String.raw`\b(?:while|when|whenever|(?:as|so) long as)\s+(?<clause>` +
    String.raw`(?:it|the\s+(?:picture|screen|image|video|frame|sound|audio))\s+(?:` +
    String.raw`(?:is|was|goes|went|turns?|turned|stays?|stayed)\s+(?:(?:all|completely|fully)\s+)?` +
    String.raw`(?:black|blank|dark|frozen|still|silent|quiet)|stands?\s+still|freezes|froze)\b)`,
  'i',
);
/** "between the first and the second cut". */
const BETWEEN = new RegExp(
  String.raw`\bbetween\s+(?<first>${EVENT})and\s+(?<second>${EVENT})`,
  'iu',
);
/** "How long after the first cut does the second cut come?" */
const UNTIL_NEXT = new RegExp(
  String.raw`(?<=\bhow\s+(?:long|much\s+time|many\s+seconds)\s+)after\s+(?<first>${EVENT})` +
    String.raw`(?:does|do|did|is|was)\s+(?<second>(?:the|its|an?)\s+(?:${WORD}){1,4}?)` +
    String.raw`(?:come|happen|occur|appear|begin|start|follow|shown)?(?=\W*$)`,
  'iu',
);
const OF_VIDEO = String.raw`(?:of\s+(?:the|this)\s+(?:whole\s+|entire\s+)?(?:video|clip|film|recording)\b\s*)?`;
/** "from the last cut to the end", "from the title until the freeze". */
const FROM_TO = new RegExp(
  String.raw`\bfrom\s+(?<first>(?:the|its|an?)\s+(?:(?!(?:to|till|through)\b)${WORD}){1,4})${OF_VIDEO}` +
    String.raw`(?:to|until|till|through)\s+(?<second>${EVENT})${OF_VIDEO}`,
  'iu',
);
/** An end of what was read. */
const AN_EDGE = /^the\s+(?:very\s+)?(?:(?<end>end)|start|beginning)\s*$/i;
/** What lies so near to a moment is meant by it. */
export const AROUND_SECONDS = 1;
/** What is after a moment begins so many seconds behind it: a cut is not after itself. */
const BEHIND_SECONDS = 0.001;

/** "What is written when the storm comes?", but not what is asked for, known or said. */
const WHEN = String.raw`(?=\bwhen\b)(?<=\S\s+)(?<!\b(?:says?|said|saying|tells?|told|knows?|known|me|us|mentions?|mentioned|finds?|shows?|see|sees|list|and|or|exactly|seconds?|moments?|times?|points?|out|you|can|could|please|like)\s+)when\s+(?!(?:is|are|was|were|do|does|did|exactly)\b)[^,.;?!]+`;
const OF_A_PART = String.raw`(?:\b(?:of|on|in) |(?<=\b(?:does|do|did) ))the (?:${ORDINALS.join('|')}|last|next|previous) (?:slides?|pages?|cards?|clips?|parts?|sections?|chapters?|lessons?|topics?)\b`;
const AT_AN_END_OF = String.raw`\b(?:in|at|near|towards?) the (?:very )?(?:middle|start|beginning|opening|end) of (?!(?:the|this) (?:whole |entire |very )?(?:video|clip|film|recording)\b)[^,.;?!]+`;
/** Any words that name a stretch by something, but for those that mean the video or its ends. */
const BY_SOMETHING = new RegExp(
  [
    String.raw`\b(?:after|before|until|since|during|while|between)\s+(?!\d|(?:the|this) (?:whole |entire |very )?(?:video|clip|film|beginning|end)\b)[^,.;?!]+`,
    WHEN,
    OF_A_PART,
    AT_AN_END_OF,
    String.raw`\b(?:with)?in \d[^,.;?!]{0,20} of (?!(?:the|this) (?:video|clip|film)\b)[^,.;?!]+`,
  ].join('|'),
  'i',
);

/** Asks which of two things is first, and not of what is before one of them. */
const ASKS_ORDER = /\b(before or after|after or before|(earlier|sooner) or later)\b/i;

/** "between 4 and 13", "at 8": numbers that may be times, or something else. */
const WITHOUT_UNIT =
  /\b(?:between|from|at|after|before|until)\s+\d+(?:\.\d+)?(?:\s*(?:and|to|-|–)\s*\d+(?:\.\d+)?)?(?=\W*$|\s*[,;]|\s+(?:what|how|is|are|does|do)\b)/i;
export const numbersWithoutUnit = (question: string): string | undefined =>
  WITHOUT_UNIT.exec(question)?.[0];

/** The words that name a stretch by what nothing that was measured tells. */
export const unknownStretch = (question: string): string | undefined =>
  ASKS_ORDER.test(question) ? undefined : BY_SOMETHING.exec(question)?.[0].trim();

/** The stretch of time that a question names by something that happens only once, or picks. */
export function eventStretch(question: string, facts: Facts): NamedStretch | undefined {
  if (ASKS_ORDER.test(question)) return undefined;
  const [start, end] = facts.window;
  const found =
    betweenEvents(question, facts) ?? fromTo(question, facts) ?? meanwhile(question, facts);
  if (found) return found;
  const worded = wordedStretch(question, facts);
  if (worded) {
    const most = worded.near ? NEAR_SECONDS : Number.POSITIVE_INFINITY;
    const [from, to] = around(worded.where, worded.span, most);
    const stretch: Window = [Math.max(start, from), Math.min(end, to)];
    const rest = question.replace(worded.words, ' ');
    if (stretch[0] < stretch[1]) return { stretch, words: worded.words, rest };
  }
  for (const { 0: words, groups = {} } of question.matchAll(FORM)) {
    const { near, where = '', event = '', within, offset } = groups;
    const span = spanOf(event, facts);
    if (!span) continue;
    const most = within === undefined ? near && NEAR_SECONDS : offset;
    const [from, to] =
      offset !== undefined && within === undefined
        ? awayFrom(where.toLowerCase(), span, Number(offset))
        : around(where.toLowerCase(), span, Number(most ?? Number.POSITIVE_INFINITY));
    const stretch: Window = [Math.max(start, from), Math.min(end, to)];
    if (stretch[0] >= stretch[1]) continue;
    const found = { stretch, words, rest: question.replace(words, ' ') };
    // "How long until the first cut?"
    return /before|until/i.test(where) && !near && offset === undefined
      ? { ...found, between: [start, span[0]] }
      : found;
  }
  return undefined;
}

/** From the end of one thing to the beginning of another. */
function betweenEvents(question: string, facts: Facts): NamedStretch | undefined {
  const found = BETWEEN.exec(question) ?? UNTIL_NEXT.exec(question);
  const { 0: words = '', groups: { first = '', second = '' } = {} } = found ?? {};
  const to = spanOf(second, facts);
  // "the first and the second cut": what both are is said once.
  const kind = second.trim().split(/\s+/).slice(2).join(' ');
  const from = spanOf(first, facts) ?? spanOf(`${first} ${kind}`, facts);
  if (!from || !to || from[1] >= to[0]) return undefined;
  const stretch: Window = [from[1] + BEHIND_SECONDS, to[0]];
  return { stretch, words, rest: question.replace(words, ' '), between: [from[1], to[0]] };
}

/** From the beginning of one thing, or of what was read, to that of another, or to the end. */
function fromTo(question: string, facts: Facts): NamedStretch | undefined {
  const { 0: words = '', groups: { first = '', second = '' } = {} } = FROM_TO.exec(question) ?? {};
  const [from, to] = [first, second].map((name) => spanOf(name, facts) ?? edgeOf(name, facts));
  if (!from || !to || from[0] >= to[0]) return undefined;
  const start = from[0] === from[1] && !AN_EDGE.test(first) ? from[0] + BEHIND_SECONDS : from[0];
  const rest = question.replace(words, ' ');
  return { stretch: [start, to[0]], words, rest, between: [from[0], to[0]] };
}

function edgeOf(name: string, { window: [start, end] }: Facts): Window | undefined {
  const edge = AN_EDGE.exec(name);
  if (!edge) return undefined;
  return edge.groups?.['end'] ? [end, end] : [start, start];
}

/** As long as the picture or the sound is as a question says. */
function meanwhile(question: string, facts: Facts): NamedStretch | undefined {
  const { 0: words = '', groups: { clause = '' } = {} } = MEANWHILE.exec(question) ?? {};
  const subject = clause.toLowerCase();
  const intent = clause === '' ? undefined : INTENTS.find(({ asks }) => asks.test(subject));
  const [span, other] = intent?.answer(facts)?.values.spans ?? [];
  if (!span || other) return undefined;
  const stretch: Window = [span.start, span.end ?? facts.window[1]];
  return { stretch, words, rest: question.replace(words, ' ') };
}

function around(where: string, [from, to]: Window, most: number): Window {
  if (where === 'after' || where === 'since') return [to + BEHIND_SECONDS, to + most];
  if (where === 'before' || where === 'until') return [from - most, from];
  return from === to ? [from - AROUND_SECONDS, to + AROUND_SECONDS] : [from, to];
}

/** Around the second that is so far behind, or before, something. */
function awayFrom(where: string, [from, to]: Window, offset: number): Window {
  const at = where === 'after' ? to + offset : from - offset;
  return [at - AROUND_SECONDS, at + AROUND_SECONDS];
}

/** From when to when it lasts. */
function spanOf(event: string, facts: Facts): Window | undefined {
  const [, ...words] = event.toLowerCase().trim().split(/\s+/);
  // With and without the word that says which of several.
  const called = [words.join(' '), words.slice(1).join(' ')];
  for (const intent of INTENTS) {
    const { names, nouns = names } = intent;
    if (!called.some((name) => nouns.test(name))) continue;
    const answer = intent.answer(facts);
    const spans = answer?.values.spans ?? [];
    const [place] = answer ? (placesOf(event, intent, answer) ?? []) : [];
    const span = place ? spans[place.at] : spans.length === 1 ? spans[0] : undefined;
    if (span) return [span.start, span.end ?? facts.window[1]];
  }
  return undefined;
}
