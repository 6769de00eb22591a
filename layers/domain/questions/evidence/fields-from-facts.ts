import { toMillisecond } from '../../timestamp.ts';
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
import { type Facts, type FactValues, firstKnown, totalSeconds } from './facts.ts';
import { INTENTS } from './intents.ts';
import { allIn } from './story.ts';
import { WRITING_INTENTS } from './writing-intents.ts';

const SPOKEN =
  /\b(transcript|spoken (text|words|lines)|what is said|speech text|subtitles|dialogue( lines)?|narration)\b/;
const WRITTEN =
  /\b(on ?screen text|text on( the)? screen|(visible|displayed|written|screen) text|text overlays?|captions?)\b/;

/** Intents whose texts are words of the video, or numbers of another kind. */
const WORDED: ReadonlySet<string> = new Set(['overlays', 'title of the video', 'aspect ratio']);
/** What happens, whatever it is. */
const EVENTS = /^(all )?(events?|timeline)$/;

/** Members of a schema that are exactly something that was measured, heard or read. */
export const fieldsFromFacts = (schema: CallerSchema, facts: Facts): FilledField[] =>
  leavesOf(schema, schema).flatMap(({ path, schema: leaf }) => {
    const name = nameOf(path);
    const description =
      isObject(leaf) && typeof leaf['description'] === 'string' ? leaf['description'] : '';
    const words = `${name} ${description.toLowerCase()}`.trim();
    const isQuoted = SPOKEN.test(words) || WRITTEN.test(words);
    const told = isQuoted
      ? wordsOfVideo(words, facts)
      : EVENTS.test(name)
        ? happenings(facts)
        : measured(name, words, facts);
    const value = told && valueFor(leaf, schema, words, told.values);
    if (value === undefined || !told || told.seconds.length === 0) return [];
    const seconds = Array.isArray(value) ? [...told.seconds, ...told.ofEach] : told.seconds;
    const field = { path: pathText(path), json: JSON.stringify(value), seconds };
    return [isQuoted || told.isWritten ? { ...field, isQuoted: true } : field];
  });

/** What a member may hold, and the seconds that bear it out. */
interface Told {
  readonly values: FactValues;
  readonly seconds: readonly number[];
  /** Those of each thing, for a list of them. */
  readonly ofEach: readonly number[];
  /** What looks like a time in it is none: words of the video, and "16:10". */
  readonly isWritten?: boolean;
}

/** What was measured and is called so. */
function measured(name: string, words: string, facts: Facts): Told | undefined {
  const isDescribed = words !== name;
  const intent = INTENTS.find(
    ({ names }) => names.test(name) || (isDescribed && names.test(words)),
  );
  const answer = intent?.answer(facts);
  if (!answer) return undefined;
  const { sentences, each = [], values } = answer;
  const seconds = [...new Set(sentences.flatMap((sentence) => sentence.seconds))];
  const [, end] = facts.window;
  // What lasts until the end, ends there.
  const spans = values.spans?.map((span) => Object.assign({}, span, { end: span.end ?? end }));
  return {
    values: Object.assign({}, values, spans && { spans }),
    seconds: seconds.length > 0 ? seconds : [...firstOf(facts)],
    ofEach: [...each.flatMap((one) => one.seconds), end],
    isWritten: WORDED.has(intent?.name ?? '') || WRITING_INTENTS.some((one) => one === intent),
  };
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

const plainName = (name: string): string =>
  name
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

/** Asks whether all of it is so, which one stretch does not tell. */
const OF_THE_WHOLE = /^is (silent|muted?|black|dark|frozen|static)\b/;
const LASTING = /\b(duration|length|seconds of)\b/;
/** What something says, where there is one of its kind. */
const WORDS = /\b(text|words|wording|caption|content|says|reads)\b/;
const ENDING = /\b(ends?|ended|until|stops?|disappears?)\b/;

/** Whether a total counts things: moments, which have no length, or what is called by its plural. */
const isOfSeveral = (words: string, { spans = [] }: FactValues): boolean =>
  spans.every(({ start, end }) => start === end) || (/s$/.test(words) && !/seconds$/.test(words));

/** The value of the kind that a member has room for; undefined where the facts have none of that kind. */
function valueFor(leaf: unknown, root: CallerSchema, words: string, values: FactValues): unknown {
  const types = typesOf(root, leaf);
  if (types.has('array')) return listFor(isObject(leaf) ? leaf['items'] : undefined, root, values);
  if (types.has('boolean'))
    return values.truth && OF_THE_WHOLE.test(words) ? undefined : values.truth;
  if (types.has('number')) {
    if (/\blongest\b/.test(words)) return values.longest;
    if (/\bshortest\b/.test(words)) return values.shortest;
    if (LASTING.test(words)) return values.total;
    if (/\b(total|sum)\b/.test(words) && !isOfSeveral(words, values)) return values.total;
    if (/\blast\b/.test(words)) return values.last;
    if (ENDING.test(words)) return values.spans?.[0]?.end ?? undefined;
    if (/\b(first|start|starts|at|when|second|begins?|appears?)\b/.test(words)) return values.first;
    if (/\b(count|counts|number|how many|num|total|n)\b/.test(words)) return values.count;
    // How often a text is there is no value of it.
    return values.number ?? (values.texts ? undefined : values.count);
  }
  if (!types.has('string')) return undefined;
  const { text, spans: [one, other] = [] } = values;
  return text ?? (WORDS.test(words) && !other ? one?.text : undefined);
}

type Span = NonNullable<FactValues['spans']>[number];

/** What items of a list may call a part of a span. */
const MEMBERS: readonly (readonly [RegExp, (span: Span) => number | string | null | undefined])[] =
  [
    [/^(start|from|begin|at|second|time|timestamp)( (time|at|seconds?|s))?$/, ({ start }) => start],
    [/^(end|to|until)( (time|at|seconds?|s))?$/, ({ end }) => end],
    [
      /^(duration|length)( (seconds?|s))?$/,
      ({ start, end }) => (end === null ? null : toMillisecond(end - start)),
    ],
    [/^(text|line|caption|words|content|description|what|event)$/, ({ text }) => text],
    [/^(kind|type|direction)$/, ({ kind }) => kind],
  ];

/** Seconds, texts, or spans, by what its items are. */
function listFor(schema: unknown, root: CallerSchema, values: FactValues): unknown {
  const items = resolved(root, schema);
  const members = propertiesOf(root, items);
  if (!members) {
    const types = typesOf(root, items);
    return types.has('number') ? values.seconds : types.has('string') ? values.texts : undefined;
  }
  const parts = [...members.keys()].map((name) => {
    const [, part] = MEMBERS.find(([pattern]) => pattern.test(plainName(name))) ?? [];
    return [name, part] as const;
  });
  // With nothing but nulls in it an item says nothing.
  if (parts.every(([, part]) => part === undefined)) return undefined;
  return values.spans?.map((span) =>
    Object.fromEntries(parts.map(([name, part]) => [name, part?.(span) ?? null])),
  );
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
