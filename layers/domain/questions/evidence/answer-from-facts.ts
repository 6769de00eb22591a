import type { Window } from '../../window.ts';
import type { Missing } from '../settle-answer.ts';
import { withoutDeeds } from './deeds.ts';
import { eventStretch, numbersWithoutUnit, unknownStretch } from './event-stretch.ts';
import {
  type FactFindings,
  type Facts,
  NEEDS_MODEL,
  NO_SUMMARY,
  NOT_UNDERSTOOD,
  type Rank,
} from './facts.ts';
import { type Intent, lowerFirst, shown } from './intent.ts';
import { INTENTS, OF_FILE } from './intents.ts';
import { factsWithin, namedStretch } from './named-stretch.ts';
import { capitalsOf, phraseOf } from './phrase.ts';
import { placesOf } from './pick.ts';
import { pickedBySecond } from './picked-by-second.ts';
import { inPlainWords } from './plain-wording.ts';
import { partsOf } from './question-parts.ts';
import { completeParts } from './referring-part.ts';
import { respelled } from './respelled.ts';
import { oneByOne } from './several-stretches.ts';
import { saidAbout, spokenText, unspoken } from './speech.ts';
import { ASKS_AN_END, atOneEnd, happeningIn, overviewOfFacts } from './story.ts';
import { toldBy } from './told-by.ts';
import { ABOUT_SPEECH } from './voice-intents.ts';
import { askedForShots, shotsOf } from './which-shot.ts';
import {
  ASKS_LOOK,
  asksWhatIsSeen,
  asksWhatWritingSays,
  linesCalled,
  namesLines,
  notLaid,
  nowhereWritten,
  writtenAbout,
} from './writing.ts';
import { WRITING_INTENTS } from './writing-intents.ts';

const NOT_MEASURED = 'It was not measured in this stretch.';
const NO_SUCH_STRETCH =
  'When that is was not measured, or it is more than once: what is told is of all that was read.';

const NO_UNIT =
  'A time needs its unit, as in "between 4 and 13 seconds", or a clock, as in 0:04: what is told is of all that was read.';

/**
 * Answers a question out of facts: templates over what was measured, said and written. It never
 * guesses; words that are misspelled are read as those that are meant, which is said.
 */
export function answerFromFacts(question: string, facts: Facts, rank: Rank): FactFindings {
  const right = respelled(question);
  if (right === undefined) return answerAsSpelled(question, facts, rank);
  const { sentences, fields, missing } = answerAsSpelled(right, facts, rank);
  // In another language it may be spelled well.
  const isOpen = missing.some(({ reason }) => reason === NOT_UNDERSTOOD);
  if (isOpen && sentences.length === 0) return answerAsSpelled(question, facts, rank);
  const reason = `The question was read as: ${right}`;
  return { sentences, fields, missing: [...missing, { field: 'spelling', reason }] };
}

function answerAsSpelled(question: string, facts: Facts, rank: Rank): FactFindings {
  const parts = completeParts(partsOf(inPlainWords(question)), facts);
  const findings = parts.flatMap((part) => answerPart(part, parts.length > 1, facts, rank));
  return {
    sentences: distinct(findings.flatMap(({ sentences }) => sentences)),
    fields: [],
    missing: distinct(findings.flatMap(({ missing }) => missing)),
  };
}

/** A part is asked of each stretch that it names, where it is understood so. */
function answerPart(part: string, isPart: boolean, facts: Facts, rank: Rank): FactFindings[] {
  const each = oneByOne(part, facts).map((alone) => answerOne(alone, true, facts, rank));
  const isOpen = each.some(({ missing }) =>
    missing.some(({ reason }) => reason === NOT_UNDERSTOOD),
  );
  return each.length > 0 && !isOpen ? each : [answerOne(part, isPart, facts, rank)];
}

/** What several parts of a question are answered with is said once. */
const distinct = <T>(entries: readonly T[]): T[] => [
  ...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values(),
];

/** Asks for all there is. */
const ASKS_OVERVIEW =
  /\bwhat( i|')?s (happening|going on)\b|\bwhat (happens|happened|goes on|changes|changed|occurs|occurred)\b|\b(do|does|did|has|have|is|was) (any|some)thing (else |new )?(chang|happen|occur|go(es|ing)? on)\w*|\b(which|what|any) events?( (happen|occur|take place)(s|ed)?| (are|is|were) there)?(?=\W*$)|\bsummar(y|i[sz]e)\b|\bdescribe (the|this) (video|clip|film)\b|\bwhat( i|')?s (the|this) (video|clip|film) about\b|\bwhat( i|')?s (shown|seen|visible)\b(?! (on|in) (the|an?)\b)|\bwhat does (the|this) (video|clip|film) show\b|\b(timeline|recap|outline|overview|chapters)\b|\b(all|list|the|key|main|important) (of )?(the )?(key |main |important )?(events|moments)\b(?! of (the )?(silence|speech))|\b(each|every) (key |main |important )?(event|moment)\b|\bwhat (can|could|do|did) (be|we|you|i|one) (seen|see)\b(?! (on|in) (the|an?)\b)|\beverything (that happens|there is|about)\W*$|^\W*is there (any|some)thing\W*$|^\W*what( i|')?s( there)?\W*$/i;

/** Asks for nothing but how long a stretch is. */
const ASKS_HOW_LONG =
  /^\W*what (is|was) the (time|duration|gap|interval|distance|delay)( in seconds)?\W*$|^\W*(how long|how (many seconds|much time))( (is|are|does|do|it|there|the time|pass(es)?|lies?|elapses?|take|last|goes by))*\W*$/i;

/** Asks whether what is laid over the picture, or written, or a cut, is of a sort that is not told. */
const ASKS_SORT =
  /\b(logos?|watermarks?|lower thirds?|banners?|credits|(jump|match|smash|[jl])[- ]cuts?|(fast|quick|rapid|slow|soft|smooth|abrupt) (cuts?|pans?|tilts?|zooms?|transitions?)|cuts? (to|from) (black|white)|(opening|closing) titles?)\b/i;

/** Asks for a summary of what is said alone. */
const ASKS_SUMMARY_OF_SPEECH =
  /\b(summar(y|i[sz]e)|recap|outline)\b.*\b(transcript|speech|spoken|said|audio|dialogue|conversation|narration|voice-?over)\b/i;

/** What a question does not want to be told. */
const EXCEPTION =
  /\b(?:besides|other than|except(?: for)?|apart from|aside from|excluding|not counting)\s+[^,;?!]+/i;
const NOTHING_LEFT_OUT = 'Nothing is left out of what is told.';

function answerOne(question: string, isPart: boolean, all: Facts, rank: Rank): FactFindings {
  const [exception] = EXCEPTION.exec(question) ?? [];
  if (exception !== undefined) {
    const found = answerOne(question.replace(exception, ' '), isPart, all, rank);
    const missing = [...found.missing, { field: exception.trim(), reason: NOTHING_LEFT_OUT }];
    return found.sentences.length > 0 ? { ...found, missing } : found;
  }
  const placed = pickedBySecond(question, all);
  const when = askedForShots(placed);
  const asked = when ?? placed;
  const number = numbersWithoutUnit(asked);
  const whole = answerWhole(asked, isPart, all, rank);
  const found = when ? withShots(whole, all) : whole;
  return number === undefined || found.sentences.length === 0
    ? found
    : { ...found, missing: [...found.missing, { field: number, reason: NO_UNIT }] };
}

/** What is found, and in which shot it begins. */
function withShots(found: FactFindings, facts: Facts): FactFindings {
  const shots = shotsOf(found.sentences, facts);
  const isUntold = shots.length === 0 && found.sentences.some(({ seconds }) => seconds.length > 0);
  return {
    ...found,
    sentences: [...found.sentences, ...shots],
    missing: isUntold
      ? [...found.missing, { field: 'shots', reason: NOT_MEASURED }]
      : found.missing,
  };
}

function answerWhole(asked: string, isPart: boolean, all: Facts, rank: Rank): FactFindings {
  const named = namedStretch(asked, all.window) ?? eventStretch(asked, all);
  if (named?.stretch === null) return notRead(named.words, all);
  // "Is the last cut at 25 seconds?" asks for the last of all.
  const isOfAll = named?.moment !== undefined && picksOne(named.rest, all);
  const facts = named && !isOfAll ? factsWithin(all, named.stretch) : all;
  const question = (named?.rest ?? asked).replaceAll(/\s+/g, ' ').trim();
  const unknown = named ? undefined : unknownStretch(asked);
  if (named?.between && ASKS_HOW_LONG.test(question)) return timeBetween(named.between);
  if (ASKS_SUMMARY_OF_SPEECH.test(question) && spokenText(facts).length > 0) {
    const missing = [{ field: 'summary', reason: NO_SUMMARY }, ...unspoken(facts)];
    return { sentences: spokenText(facts), fields: [], missing };
  }
  const end = ASKS_AN_END.exec(question)?.groups;
  if (end) return atOneEnd(/first/i.test(end['which'] ?? end['end'] ?? ''), facts);
  if (ASKS_OVERVIEW.test(question)) {
    const overview = named ? happeningThere(facts) : overviewOfFacts(facts);
    return unknown
      ? { ...overview, missing: [...overview.missing, { field: unknown, reason: NO_SUCH_STRETCH }] }
      : overview;
  }
  const words = withoutDeeds(question.toLowerCase());
  const intents = INTENTS.filter(({ asks }) => asks.test(words));
  // Of two that share their words the first is meant: it is the more special one.
  const chosen = intents.filter(
    (intent, at) =>
      !intents.slice(0, at).some((earlier) => isSameSubject(earlier, intent, words)) &&
      !(intent.name === 'overlays' && namesLines(question, facts)),
  );
  const told = chosen.map((intent) => toldBy(intent, facts, question));
  // Whether, when and in what language somebody speaks is no question for the words.
  const isOfOther =
    chosen.some(({ name }) => ABOUT_SPEECH.has(name)) || asksWhatWritingSays(question);
  const spoken = isOfOther ? undefined : saidAbout(withoutStretch(question, unknown), facts, rank);
  const written = writtenBesides(chosen, question, facts, rank);
  const name = isPart ? asked : 'question';
  const isOpen = told.length === 0 && !spoken && !written;
  const called = isOpen ? linesCalled(question, facts) : [];
  // What is nowhere in a stretch may be elsewhere.
  const isOfPart = all.window[0] > 0 || all.window[1] < all.duration;
  const here = (reason: string) =>
    (named && !isOfAll) || isOfPart ? inStretch(reason, facts) : reason;
  const absences = told.flatMap(({ sentences: some, field, absent }) =>
    some?.length === 0 ? [{ field, reason: OF_FILE.has(field) ? absent : here(absent) }] : [],
  );
  const unheard = [...(spoken?.missing ?? []), ...(written?.missing ?? [])];
  const sentences = [
    ...told.flatMap((one) => one.sentences ?? []),
    ...(spoken?.sentences ?? []),
    ...(written?.sentences ?? []),
    ...called,
    // What is nowhere has no second.
    ...absences.map(({ reason }) => ({ text: reason, seconds: [] })),
  ];
  const isUnanswered = isOpen && called.length === 0;
  const unwritten = isUnanswered ? absentWords(question, facts) : undefined;
  return {
    sentences,
    fields: [],
    missing: [
      ...absences,
      ...told.flatMap(({ sentences: some, field, unknown: reason = NOT_MEASURED }) =>
        some ? [] : [{ field, reason }],
      ),
      ...[...unheard, ...(unwritten ?? [])].map(({ field, reason }) => ({
        field,
        reason: reason === NEEDS_MODEL ? reason : here(reason),
      })),
      ...(unknown && sentences.length > 0 ? [{ field: unknown, reason: NO_SUCH_STRETCH }] : []),
      ...(called.length > 0 ||
      (sentences.length > 0 && ASKS_LOOK.test(question)) ||
      (sentences.some(({ seconds }) => seconds.length > 0) && ASKS_SORT.test(question))
        ? [{ field: 'what is shown', reason: NEEDS_MODEL }]
        : []),
      ...(isUnanswered && !unwritten ? [{ field: name, reason: NOT_UNDERSTOOD }] : []),
    ],
  };
}

/** That nothing happens in a stretch is told, too, where it was measured. */
function happeningThere(facts: Facts): FactFindings {
  const found = happeningIn(facts);
  const { technical, signal } = facts;
  if (found.sentences.length > 0 || !signal || technical?.skipped !== false) return found;
  const text = inStretch('Nothing that was measured happens.', facts);
  return { ...found, sentences: [{ text, seconds: [] }] };
}

/** Whether a question means one of several by its place in their order. */
const picksOne = (question: string, facts: Facts): boolean =>
  INTENTS.some((intent) => {
    const answer = intent.asks.test(question.toLowerCase()) ? intent.answer(facts) : undefined;
    return answer?.kind !== undefined && placesOf(question, intent, answer) !== undefined;
  });

/** "when the storm comes" names what is looked for, too. */
const withoutStretch = (question: string, unknown: string | undefined): string =>
  unknown === undefined || /^when\b/i.test(unknown) ? question : question.replace(unknown, ' ');

const timeBetween = ([from, to]: Window): FactFindings => ({
  sentences: [{ text: `From one to the other it is ${shown(to - from)}.`, seconds: [from, to] }],
  fields: [],
  missing: [],
});

/** Of a stretch of which nothing was read. */
function notRead(words: string, { window: [from, to], duration }: Facts): FactFindings {
  const reason = `That is not in what was read: ${shown(from)} to ${shown(to)} of ${shown(duration)}.`;
  return { sentences: [], fields: [], missing: [{ field: words, reason }] };
}

/** What is missing in a stretch, where its words do not say so themselves. */
const inStretch = (missing: string, { window: [from, to] }: Facts): string =>
  missing.includes(' between ')
    ? missing
    : `Between ${shown(from)} and ${shown(to)}: ${lowerFirst(missing)}`;

/** That words which a question names are nowhere on the screen, where it asks to see them. */
function absentWords(question: string, { writing }: Facts): Missing[] | undefined {
  if (!writing || !asksWhatIsSeen(question)) return undefined;
  const phrase = phraseOf(question);
  if (phrase.length > 0) return [nowhereWritten(phrase)];
  const capitals = capitalsOf(question);
  // "the USA flag" is no writing.
  return capitals.length > 0
    ? [nowhereWritten(capitals), { field: 'what is shown', reason: NEEDS_MODEL }]
    : undefined;
}

/** What is written besides the titles that are told already, with what they say. */
function writtenBesides(
  chosen: readonly Intent[],
  question: string,
  facts: Facts,
  rank: Rank,
): ReturnType<typeof writtenAbout> {
  if (chosen.some((intent) => WRITING_INTENTS.includes(intent))) return undefined;
  const isTitleTold =
    chosen.some(({ name }) => name === 'overlays') &&
    facts.signal?.overlays?.some(({ text }) => text !== undefined) === true;
  if (!isTitleTold) return writtenAbout(question, facts, rank);
  const writing = notLaid(facts);
  return asksWhatWritingSays(question) || writing.length === 0
    ? undefined
    : writtenAbout(question, { ...facts, writing }, rank);
}

/** Whether two intents are asked for by the same words. */
function isSameSubject(first: Intent, second: Intent, words: string): boolean {
  const rest = words.replace(first.asks, ' ').replaceAll(/\s+/g, ' ');
  return !second.asks.test(rest);
}
