import {
  branchesOf,
  type CallerSchema,
  isObject,
  type Path,
  pathText,
  propertiesOf,
  resolved,
} from '../schema-shape.ts';
import type { FilledField } from '../settle-answer.ts';
import { eventStretch, unknownStretch } from './event-stretch.ts';
import {
  type FactAnswer,
  type FactFindings,
  type FactSentence,
  type Facts,
  type FactValues,
  firstKnown,
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
  /^(?:(?:at )?(?:what|which) (?:times?|seconds?|moments?|points?)|when|where)(?: exactly| in the (?:video|clip|film))?(?: (?:do|does|did|is|are|was|were) (?:it|they|each|this|that|these|those)(?: each)?(?: (?:happen|occur|come|appear|begin|start))?)?$|^how long (?:do|does|did|is|are|was|were) (?:it|they|each|this|that|these|those)(?: each| (?:last|stay|remain|stand|be|shown|seen|visible|there|on(?: the)? screen))*$/i;

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
  /\bwhat( i|')?s (happening|going on)\b|\bwhat (happens|happened|goes on)\b|\bsummar(y|i[sz]e)\b|\bdescribe (the|this) (video|clip|film)\b|\bwhat( i|')?s (the|this) (video|clip|film) about\b|\b(timeline|recap|outline|overview|chapters)\b/i;

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

/** Members of a schema that are exactly something that was measured or heard. */
export function fieldsFromFacts(schema: CallerSchema, facts: Facts): FilledField[] {
  return leavesOf(schema, schema).flatMap(({ path, schema: leaf }) => {
    const name = nameOf(path);
    const description =
      isObject(leaf) && typeof leaf['description'] === 'string' ? leaf['description'] : '';
    const words = `${name} ${description.toLowerCase()}`.trim();
    if (/\b(transcript|spoken text|what is said|speech text)\b/.test(words)) {
      const said = facts.transcript;
      const [first] = said?.segments ?? [];
      return said?.speech.is_speech && first
        ? [
            {
              path: pathText(path),
              json: JSON.stringify(said.text),
              seconds: [first.start],
              isQuoted: true,
            },
          ]
        : [];
    }
    if (ON_SCREEN_TEXT.test(words)) return writingField(path, leaf, schema, facts);
    const matching = INTENTS.filter(
      ({ names }) => names.test(name) || (description !== '' && names.test(words)),
    );
    const intent = matching[0];
    const answer = intent?.answer(facts);
    if (!intent || !answer) return [];
    const value = valueFor(leaf, schema, words, answer.values);
    const second = firstKnown(facts);
    const seconds = [...new Set(answer.sentences.flatMap((sentence) => sentence.seconds))];
    const evidence = seconds.length > 0 ? seconds : second === undefined ? [] : [second];
    return value === undefined || evidence.length === 0
      ? []
      : [{ path: pathText(path), json: JSON.stringify(value), seconds: evidence }];
  });
}

const ON_SCREEN_TEXT =
  /\b(on ?screen text|text on( the)? screen|(visible|displayed|written|screen) text|text overlays?|captions?)\b/;

/** All that is written, as a list of lines or as one text. */
function writingField(
  path: Path,
  leaf: unknown,
  root: CallerSchema,
  { writing }: Facts,
): FilledField[] {
  const types = typesOf(root, leaf);
  const items = types.has('array') && isObject(leaf) ? leaf['items'] : undefined;
  const isList = typesOf(root, items).has('string');
  const [first] = writing ?? [];
  if (!writing || !first || !(isList || types.has('string'))) return [];
  const lines = writing.map(({ text }) => text);
  const json = JSON.stringify(isList ? lines : lines.join('\n'));
  return [{ path: pathText(path), json, seconds: [first.start], isQuoted: true }];
}

const nameOf = (path: Path): string =>
  path
    .filter((part) => typeof part === 'string')
    .join(' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase();

const MOST_DEEP = 8;

function leavesOf(
  root: CallerSchema,
  schema: unknown,
  path: Path = [],
): { path: Path; schema: unknown }[] {
  const properties = path.length < MOST_DEEP ? propertiesOf(root, schema) : undefined;
  if (!properties) return [{ path, schema: resolved(root, schema) }];
  return [...properties].flatMap(([name, member]) => leavesOf(root, member, [...path, name]));
}

/** The value of the kind that a member has room for; undefined where the facts have none of that kind. */
function valueFor(leaf: unknown, root: CallerSchema, words: string, values: FactValues): unknown {
  const types = typesOf(root, leaf);
  if (types.has('array')) {
    const items = isObject(leaf) ? resolved(root, leaf['items']) : undefined;
    const members = propertiesOf(root, items);
    if (!members) return typesOf(root, items).has('number') ? values.seconds : undefined;
    const names = [...members.keys()];
    const fits = names.every((name) => name === 'start' || name === 'end' || name === 'duration');
    return fits ? values.spans?.map((span) => spanOf(span, names)) : undefined;
  }
  if (types.has('boolean')) return values.truth;
  if (types.has('number')) {
    if (/\blongest\b/.test(words)) return values.longest;
    if (/\bshortest\b/.test(words)) return values.shortest;
    if (/\b(total|sum|duration|length|seconds of)\b/.test(words)) return values.total;
    if (/\blast\b/.test(words)) return values.last;
    if (/\b(first|start|starts|at|when|second|begins?|appears?)\b/.test(words)) return values.first;
    if (/\b(count|counts|number|how many|num|total|n)\b/.test(words)) return values.count;
    return values.number ?? values.count;
  }
  return types.has('string') ? values.text : undefined;
}

function spanOf({ start, end }: { start: number; end: number | null }, names: readonly string[]) {
  const members: Record<string, number | null> = {
    start,
    end,
    duration: end === null ? null : Math.round((end - start) * 1000) / 1000,
  };
  return Object.fromEntries(names.map((name) => [name, members[name] ?? null]));
}

/** Types that a schema names, itself or in a union. */
function typesOf(root: CallerSchema, schema: unknown): ReadonlySet<string> {
  const own = resolved(root, schema);
  if (!isObject(own)) return new Set();
  const named = [own, ...branchesOf(root, own).map((branch) => resolved(root, branch))].flatMap(
    (one) => (isObject(one) ? [one['type']].flat().map(String) : []),
  );
  return new Set(named.map((name) => (name === 'integer' ? 'number' : name)));
}
