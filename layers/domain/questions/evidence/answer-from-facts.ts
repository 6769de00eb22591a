import { eventStretch, unknownStretch } from './event-stretch.ts';
import {
  type FactAnswer,
  type FactFindings,
  type FactSentence,
  type Facts,
  NEEDS_MODEL,
  type Rank,
} from './facts.ts';
import { type Intent, LISTED } from './intent.ts';
import { INTENTS } from './intents.ts';
import { factsWithin, namedStretch } from './named-stretch.ts';
import { picked } from './pick.ts';
import { saidAbout } from './speech.ts';
import { happeningIn, overviewOfFacts } from './story.ts';
import { asksWhatWritingSays, notLaid, writtenAbout } from './writing.ts';

const NOT_MEASURED = 'It was not measured in this stretch.';
const NO_SUCH_STRETCH =
  'When that is was not measured, or it is more than once: what is told is of all that was read.';

/** Where one question ends and the next begins. */
const NEXT_QUESTION =
  /[?;!]+|[.,]?\s+and\s+(?=(?:at what|what|when|where|how|who|which|why|does|do|did|is|are|was|were)\b)/i;

/** Asks for the seconds, or the length, of what was asked before; every fact is told with its own. */
const ASKS_SECONDS =
  /^(?:(?:at )?(?:what|which) (?:times?|seconds?|moments?|points?)|when|where)(?: exactly| in the (?:video|clip|film))?(?: (?:do|does|did|is|are|was|were) (?:it|they|each|this|that|these|those)(?: each)?(?: (?:happen|occur|come|appear|begin|start|disappear|vanish|end|stop|go|leave)(?: away)?)?)?$|^how long (?:do|does|did|is|are|was|were) (?:it|they|each|this|that|these|those)(?: each| (?:last|stay|remain|stand|be|shown|seen|visible|there|on(?: the)? screen))*$/i;

/** Answers a question out of facts: templates over what was measured, said and written. It never guesses. */
export function answerFromFacts(question: string, facts: Facts, rank: Rank): FactFindings {
  const parts = question
    .split(NEXT_QUESTION)
    .map((part) => part.trim())
    .filter((part) => /\p{L}/u.test(part))
    .filter((part, at) => at === 0 || !ASKS_SECONDS.test(part));
  const findings = (parts.length > 0 ? parts : [question]).map((part) =>
    answerOne(part, parts.length > 1, facts, rank),
  );
  return {
    sentences: distinct(findings.flatMap(({ sentences }) => sentences)),
    fields: [],
    missing: distinct(findings.flatMap(({ missing }) => missing)),
  };
}

/** What several parts of a question are answered with is said once. */
const distinct = <T>(entries: readonly T[]): T[] => [
  ...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values(),
];

/** Asks for all there is. */
const ASKS_OVERVIEW =
  /\bwhat( i|')?s (happening|going on)\b|\bwhat (happens|happened|goes on)\b|\bsummar(y|i[sz]e)\b|\bdescribe (the|this) (video|clip|film)\b|\bwhat( i|')?s (the|this) (video|clip|film) about\b|\bwhat( i|')?s (shown|seen|visible)\b(?! (on|in) (the|an?)\b)|\bwhat does (the|this) (video|clip|film) show\b|\b(timeline|recap|outline|overview|chapters)\b/i;

function answerOne(asked: string, isPart: boolean, all: Facts, rank: Rank): FactFindings {
  const named = namedStretch(asked, all.window) ?? eventStretch(asked, all);
  const facts = named ? factsWithin(all, named.stretch) : all;
  const question = named?.rest ?? asked;
  const unknown = named ? undefined : unknownStretch(asked);
  if (ASKS_OVERVIEW.test(question)) {
    const overview = named ? happeningIn(facts) : overviewOfFacts(facts);
    return unknown
      ? { ...overview, missing: [...overview.missing, { field: unknown, reason: NO_SUCH_STRETCH }] }
      : overview;
  }
  const words = question.toLowerCase();
  const intents = INTENTS.filter(({ asks }) => asks.test(words));
  // Of two that share their words the first is meant: it is the more special one.
  const chosen = intents.filter(
    (intent, at) => !intents.slice(0, at).some((earlier) => isSameSubject(earlier, intent, words)),
  );
  const told = chosen.map((intent) => toldBy(intent, facts, question));
  // Whether, when and in what language somebody speaks is no question for the words.
  const spoken = chosen.some(({ name }) => ABOUT_SPEECH.has(name))
    ? undefined
    : saidAbout(question, facts, rank);
  const written = writtenBesides(chosen, question, facts, rank);
  const absences = told.filter(({ sentences }) => sentences?.length === 0);
  const sentences = [
    ...told.flatMap((one) => one.sentences ?? []),
    ...(spoken?.sentences ?? []),
    ...(written?.sentences ?? []),
    // What is nowhere has no second.
    ...absences.map(({ absent }) => ({ text: absent, seconds: [] })),
  ];
  return {
    sentences,
    fields: [],
    missing: [
      ...absences.map(({ field, absent }) => ({ field, reason: absent })),
      ...told.flatMap((one) => (one.sentences ? [] : [{ field: one.field, reason: NOT_MEASURED }])),
      ...(spoken?.missing ?? []),
      ...(written?.missing ?? []),
      ...(unknown && sentences.length > 0 ? [{ field: unknown, reason: NO_SUCH_STRETCH }] : []),
      ...(told.length === 0 && !spoken && !written
        ? [{ field: isPart ? asked : 'question', reason: NEEDS_MODEL }]
        : []),
    ],
  };
}

interface Told {
  readonly field: string;
  /** None where there are none, undefined where it was not measured. */
  readonly sentences: readonly FactSentence[] | undefined;
  readonly absent: string;
}

/** What an intent tells: all of its kind, or those that the question picks. */
function toldBy(intent: Intent, facts: Facts, question: string): Told {
  const answer = intent.answer(facts);
  const picks = answer && picked(question, intent, answer);
  return {
    field: intent.name,
    sentences: picks?.sentences ?? (answer && toldOf(answer, question)),
    absent: picks?.absent ?? intent.absent,
  };
}

/** Asks for one after the other. */
const ASKS_EACH = /\b(each|every|list|all)\b/i;

/** What is told of a kind: of each, where the question asks for that. */
function toldOf({ sentences, each = [] }: FactAnswer, question: string): readonly FactSentence[] {
  const cited = new Set(sentences.flatMap(({ seconds }) => seconds));
  const others = each.slice(0, LISTED).filter((one) => one.seconds.some((at) => !cited.has(at)));
  return ASKS_EACH.test(question) ? [...sentences, ...others] : sentences;
}

/** What is written besides the titles that are told already, with what they say. */
function writtenBesides(
  chosen: readonly Intent[],
  question: string,
  facts: Facts,
  rank: Rank,
): ReturnType<typeof writtenAbout> {
  const isTitleTold =
    chosen.some(({ name }) => name === 'overlays') &&
    facts.signal?.overlays?.some(({ text }) => text !== undefined) === true;
  if (!isTitleTold) return writtenAbout(question, facts, rank);
  const writing = notLaid(facts);
  return asksWhatWritingSays(question) || writing.length === 0
    ? undefined
    : writtenAbout(question, { ...facts, writing }, rank);
}

const ABOUT_SPEECH: ReadonlySet<string> = new Set(['language', 'speech at all', 'speech']);

/** Whether two intents are asked for by the same words. */
function isSameSubject(first: Intent, second: Intent, words: string): boolean {
  const rest = words.replace(first.asks, ' ');
  return !second.asks.test(rest);
}
