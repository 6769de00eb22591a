import {
  type CallerSchema,
  isObject,
  type Path,
  pathText,
  propertiesOf,
  resolved,
} from '../schema-shape.ts';
import type { FilledField } from '../settle-answer.ts';
import { type Facts, type FactValues, firstKnown, totalSeconds } from './facts.ts';
import { valuesOf } from './intent.ts';
import { INTENTS } from './intents.ts';
import { withoutLength } from './length-asked.ts';
import { type Asked, memberAsked } from './member-asked.ts';
import { placesOf } from './pick.ts';
import { allIn } from './story.ts';
import { plainName, valueFor } from './value-for-member.ts';
import { valuesAsked } from './values-asked.ts';
import { WRITING_INTENTS } from './writing-intents.ts';

const SPOKEN =
  /\b(transcript|spoken (text|words|lines)|what is said|speech text|subtitles|dialogue( lines)?|narration)\b/;
const WRITTEN =
  /\b(on ?screen text|text on( the)? screen|(visible|displayed|written|screen) text|text overlays?|captions?)\b/;

const OF_A_SHOT = /\bshot\b/;
const HAS_CAPTIONS = /^has (captions|subtitles)$/;

/** Intents whose texts are words of the video, or numbers of another kind. */
const WORDED: ReadonlySet<string> = new Set(['overlays', 'title of the video', 'aspect ratio']);
/** Overlays of a sort: which of them one is, was not measured. */
const OF_ITS_OWN = /\b(logos?|watermarks?|lower thirds?|banners?)\b/;
/** What happens, whatever it is. */
const EVENTS = /^(all )?(events?|timeline)$/;

/**
 * Members of a schema that are exactly something that was measured, heard or read; a schema of a
 * single value is what the question asks for, where it says nothing itself.
 */
export const fieldsFromFacts = (
  schema: CallerSchema,
  facts: Facts,
  question?: string,
): FilledField[] =>
  leavesOf(schema, schema).flatMap(({ path, schema: leaf, beside }) => {
    const name = nameOf(path);
    const description =
      isObject(leaf) && typeof leaf['description'] === 'string'
        ? leaf['description']
        : ((path.length === 0 ? question : undefined) ?? '');
    const asked = memberAsked(name, description, facts);
    const told = asked && toldFor(asked.name, asked.words, asked.facts);
    const found = told && foundFor(leaf, schema, asked, ofTheFirst(path, beside, told));
    const value = asked?.isNegated && typeof found === 'boolean' ? !found : found;
    // "Is the first cut after 5 seconds?" is no question for cuts after 5 seconds.
    const isOfStretch = asked !== undefined && asked.facts !== facts;
    if (typeof value === 'boolean' && told?.place !== undefined && isOfStretch) return [];
    if (value === undefined || !told || told.seconds.length === 0) return [];
    const seconds = Array.isArray(value) ? [...told.seconds, ...told.ofEach] : told.seconds;
    const field = { path: pathText(path), json: JSON.stringify(value), seconds };
    return [told.isWritten ? { ...field, isQuoted: true } : field];
  });

/** Asks whether all of it is so, which one stretch does not tell. */
const OF_THE_WHOLE =
  /(?<!\bcamera )\bis (?:(?:(?:the|this) (?:(?:whole|entire) )?(?:video|clip|film|audio|sound|picture|screen|image)|it) )?(?:all |completely |entirely |fully )?(?:silent|muted?|black|dark|frozen|static)\b(?!.*\b(?:ever|any|anywhere|some)\b)/;

/** What a leaf of the schema is filled with. */
function foundFor(leaf: unknown, root: CallerSchema, asked: Asked, told: Told): unknown {
  const { words, moment, facts } = asked;
  const values = valuesAsked(words, told.values, { moment, end: facts.window[1] });
  // The third of all is not the third of those.
  if (!values || (told.place !== undefined && values !== told.values)) return undefined;
  const value = valueFor(leaf, root, withoutLength(words), values, told.place);
  return value === true && moment === undefined && OF_THE_WHOLE.test(words) ? undefined : value;
}

/** What an object tells of the one thing that it says the start of, of several the first. */
const OF_ONE = /^(?:duration|length|text|words|content)(?: (?:seconds|s))?$/;
const START = /^(?:start|from|begin)\b/;

function ofTheFirst(path: Path, beside: readonly string[], told: Told): Told {
  const { spans: [first, second] = [] } = told.values;
  const isOfOne = OF_ONE.test(plainName(String(path.at(-1)))) && beside.some((n) => START.test(n));
  if (!isOfOne || !first || !second || told.place !== undefined) return told;
  return { ...told, values: valuesOf([first]) };
}

/** What a member may hold, and the seconds that bear it out. */
interface Told {
  readonly values: FactValues;
  readonly seconds: readonly number[];
  /** Those of each thing, for a list of them. */
  readonly ofEach: readonly number[];
  /** What looks like a time in it is none: words of the video, and "16:10". */
  readonly isWritten?: boolean;
  /** Index of the one that is asked for, by its place in their order. */
  readonly place?: number | undefined;
}

function toldFor(name: string, words: string, facts: Facts): Told | undefined {
  // Whether there is a track of them, and not what is said or written.
  if (HAS_CAPTIONS.test(name)) return measured(name, words, facts);
  if (SPOKEN.test(words) || WRITTEN.test(words)) return wordsOfVideo(words, facts);
  return EVENTS.test(name) ? happenings(facts) : measured(name, words, facts);
}

/** Names of a sort of what was measured: which of them are of it, was not. */
const OF_A_SORT = new RegExp(
  [
    String.raw`\b(?:jump|smash|match|soft|quick|fast|slow|rapid|smooth|abrupt|awkward|animated|music|opening|closing|intro|outro)\b`,
    String.raw`\b(?:silent|black|blank|dark|frozen) (?:cuts?|scenes?|shots?|titles?|flash(?:es)?|transitions?)\b`,
    String.raw`\bcuts? (?:to|from|away)\b`,
    String.raw`\b(?:cuts?|shots?|scenes?|freezes?|silences?|blacks?|dissolves?|wipes?|fades?) with(?:out)?\b(?! (?:times?|timestamps?|seconds?|starts?|durations?)\b)`,
  ].join('|'),
);
/** "transitions other than cuts" are not all of them. */
const WITHOUT_SOME =
  /\b(?:other than|except(?:ing)?|excluding|besides|apart from|aside from|not counting)\b/;

/** What was measured and is called so. */
function measured(name: string, words: string, facts: Facts): Told | undefined {
  const isDescribed = words !== name;
  if (OF_A_SORT.test(name) || WITHOUT_SOME.test(words)) return undefined;
  if (kindsIn(words) > 1) return undefined;
  const intent = INTENTS.find(
    ({ names }) => names.test(name) || (isDescribed && names.test(words)),
  );
  const answer = intent?.answer(facts);
  // Which shot a title is in, is no number of titles.
  const isOfShot = OF_A_SHOT.test(name) && intent?.names.test(name.replace(OF_A_SHOT, ' '));
  if (!intent || !answer || isOfShot) return undefined;
  if (intent.name === 'overlays' && answer.values.truth && OF_ITS_OWN.test(words)) return undefined;
  const [place, other] = placesOf(words, intent, answer) ?? [];
  const isOne = place && !other && !/^(longest|shortest)$/.test(place.which);
  const { sentences, each = [], values } = answer;
  const seconds = [...new Set(sentences.flatMap((sentence) => sentence.seconds))];
  const [, end] = facts.window;
  // What lasts until the end, ends there.
  const spans = values.spans?.map((span) => Object.assign({}, span, { end: span.end ?? end }));
  return {
    values: Object.assign({}, values, spans && { spans }),
    seconds: seconds.length > 0 ? seconds : [...firstOf(facts)],
    ofEach: [...each.flatMap((one) => one.seconds), end],
    place: isOne ? place.at : undefined,
    isWritten: WORDED.has(intent.name) || WRITING_INTENTS.some((one) => one === intent),
  };
}

/** How many kinds of things are asked for, as in "cuts and dissolves". */
function kindsIn(words: string): number {
  const kinds = words.split(/\b(?:and|or)\b/).flatMap((part) => {
    const intent = INTENTS.find(({ names }) => names.test(part));
    return intent ? [intent] : [];
  });
  return new Set(kinds).size;
}

/** All that happens, in order. */
function happenings(facts: Facts): Told {
  const sentences = allIn(facts);
  const spans = sentences.flatMap(({ text, seconds: [start, end] }) =>
    start === undefined ? [] : [{ start, end: end ?? null, text }],
  );
  const seconds = spans.map(({ start }) => start);
  const [first] = seconds;
  return {
    values: Object.assign(
      {
        count: spans.length,
        number: spans.length,
        seconds,
        spans,
        texts: spans.map(({ text }) => text),
      },
      first !== undefined && { first },
    ),
    seconds: seconds.slice(0, 1),
    ofEach: sentences.flatMap((sentence) => sentence.seconds),
    isWritten: true,
  };
}

/** Words that are said, or else written: all of them in one text, and by lines. */
function wordsOfVideo(words: string, facts: Facts): Told | undefined {
  const { transcript, writing } = facts;
  const said = transcript?.speech.is_speech === false ? [] : transcript?.segments;
  const lines = SPOKEN.test(words) ? said : writing;
  if (!lines) return undefined;
  const text = SPOKEN.test(words) ? transcript?.text : lines.map((line) => line.text).join('\n');
  const [first] = lines;
  const seconds = lines.map(({ start }) => start);
  return {
    values: {
      count: lines.length,
      truth: lines.length > 0,
      texts: lines.map((line) => line.text),
      spans: lines,
      seconds,
      total: totalSeconds(lines),
      ...(first && { text: text ?? '', first: first.start, last: seconds.at(-1) ?? 0 }),
    },
    seconds: first ? [first.start] : [...firstOf(facts)],
    ofEach: [],
    isWritten: true,
  };
}

function* firstOf(facts: Facts): Iterable<number> {
  const second = firstKnown(facts);
  if (second !== undefined) yield second;
}

const nameOf = (path: Path): string =>
  path
    .filter((part) => typeof part === 'string')
    .map(plainName)
    .join(' ');

const MOST_DEEP = 8;

function leavesOf(
  root: CallerSchema,
  schema: unknown,
  path: Path = [],
  beside: readonly string[] = [],
): { path: Path; schema: unknown; beside: readonly string[] }[] {
  const properties = path.length < MOST_DEEP ? propertiesOf(root, schema) : undefined;
  if (!properties) return [{ path, schema: resolved(root, schema), beside }];
  const names = [...properties.keys()].map(plainName);
  return [...properties].flatMap(([name, member]) =>
    leavesOf(root, member, [...path, name], names),
  );
}
