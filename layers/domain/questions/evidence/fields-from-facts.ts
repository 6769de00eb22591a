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
import { WRITING_INTENTS } from './writing-intents.ts';

const SPOKEN = /\b(transcript|spoken text|what is said|speech text|subtitles)\b/;
const WRITTEN =
  /\b(on ?screen text|text on( the)? screen|(visible|displayed|written|screen) text|text overlays?|captions?)\b/;

/** Members of a schema that are exactly something that was measured, heard or read. */
export const fieldsFromFacts = (schema: CallerSchema, facts: Facts): FilledField[] =>
  leavesOf(schema, schema).flatMap(({ path, schema: leaf }) => {
    const name = nameOf(path);
    const description =
      isObject(leaf) && typeof leaf['description'] === 'string' ? leaf['description'] : '';
    const words = `${name} ${description.toLowerCase()}`.trim();
    const isQuoted = SPOKEN.test(words) || WRITTEN.test(words);
    const told = isQuoted ? wordsOfVideo(words, facts) : measured(name, words, facts);
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
  /** Words of the video, which no code vouches for. */
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
  return {
    values,
    seconds: seconds.length > 0 ? seconds : [...firstOf(facts)],
    ofEach: each.flatMap((one) => one.seconds),
    isWritten: WRITING_INTENTS.some((one) => one === intent),
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

/** The value of the kind that a member has room for; undefined where the facts have none of that kind. */
function valueFor(leaf: unknown, root: CallerSchema, words: string, values: FactValues): unknown {
  const types = typesOf(root, leaf);
  if (types.has('array')) return listFor(isObject(leaf) ? leaf['items'] : undefined, root, values);
  if (types.has('boolean')) return values.truth;
  if (types.has('number')) {
    if (/\blongest\b/.test(words)) return values.longest;
    if (/\bshortest\b/.test(words)) return values.shortest;
    if (/\b(total|sum|duration|length|seconds of)\b/.test(words)) return values.total;
    if (/\blast\b/.test(words)) return values.last;
    if (/\b(first|start|starts|at|when|second|begins?|appears?)\b/.test(words)) return values.first;
    if (/\b(count|counts|number|how many|num|total|n)\b/.test(words)) return values.count;
    // How often a text is there is no value of it.
    return values.number ?? (values.texts ? undefined : values.count);
  }
  return types.has('string') ? values.text : undefined;
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
    [/^(text|line|caption|words|content)$/, ({ text }) => text],
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
  const rows = values.spans?.map((span) => parts.map(([name, part]) => [name, part?.(span)]));
  return rows?.flat().some(([, part]) => part === undefined)
    ? undefined
    : rows?.map((row) => Object.fromEntries(row));
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
