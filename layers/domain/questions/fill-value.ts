import { toMillisecond } from '../timestamp.ts';
import {
  type CallerSchema,
  isObject,
  type Path,
  pathOf,
  pathText,
  propertiesOf,
  resolved,
  schemasAt,
} from './schema-shape.ts';
import type { FilledField, Missing } from './settle-answer.ts';
import { timesIn } from './times-in-text.ts';
import { writtenText } from './written-text.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Objects inside objects are drawn so deep; a schema that refers to itself has no end. */
const MOST_DEEP = 12;
const MOST_ITEMS = 1_000;
const MOST_PARTS = 64;

const NO_EVIDENCE = 'Nothing that was read tells it.';
const UNREAD_SECOND = 'The second that was given was not read.';

/**
 * Puts an answer into the caller's shape. A member without evidence is null and named with its
 * reason; a member that is a second stands only as one of the seconds that vouch for it.
 */
export function fillValue(
  schema: CallerSchema,
  fields: readonly FilledField[],
  missing: readonly Missing[],
): { value: unknown; unanswered: Missing[] } {
  const refused: Missing[] = [];
  const shape = shapeOf(schema);
  const reasons = new Map(missing.map(({ field, reason }) => [pathText(pathOf(field)), reason]));
  let value = emptyOf(schema, schema, MOST_DEEP);
  for (const { path: text, json, seconds, isQuoted } of fields) {
    const path = pathOf(text);
    if (!fits(schema, path)) continue;
    const told = parsed(json);
    if (path.some((part, at) => shape.isInvented(part, path.slice(0, at)))) continue;
    const vouched = isQuoted ? told : vouchedFor(told, path, shape, seconds);
    if (vouched === undefined) refused.push({ field: pathText(path), reason: UNREAD_SECOND });
    else value = placed(value, path, vouched);
  }
  value = completed(schema, schema, value);
  const known = new Map(refused.map(({ field, reason }) => [field, reason]));
  const unanswered = emptyLeaves(value).map((path) => {
    const field = pathText(path);
    return { field, reason: known.get(field) ?? reasons.get(field) ?? NO_EVIDENCE };
  });
  return { value, unanswered };
}

/** Items that were filled in part have their other members as null. */
function completed(root: CallerSchema, schema: unknown, value: Json): Json {
  if (Array.isArray(value)) {
    return value.map((item, at) => completed(root, itemsOf(root, schema, at), item));
  }
  if (!isObject(value)) return value;
  const own = Object.entries(value as Record<string, Json>);
  const properties = propertiesOf(
    root,
    schema,
    own.map(([name]) => name),
  );
  if (!properties) return value;
  const empty = [...properties].map(([name, member]): [string, Json] => [
    name,
    emptyOf(root, member, 1),
  ]);
  const filled = own.map(([name, member]): [string, Json] => [
    name,
    completed(root, properties.get(name), member),
  ]);
  return Object.fromEntries([...empty, ...filled]);
}

/** Sets members of a value to null where it does not fit its schema. */
export const withNullAt = (value: unknown, paths: readonly Path[]): unknown =>
  paths.reduce<Json>((current, path) => placed(current, path, null), value as Json);

/** The shape of a value of which nothing is known yet. */
function emptyOf(root: CallerSchema, schema: unknown, depth: number): Json {
  const properties = depth > 0 ? propertiesOf(root, schema) : undefined;
  // Of names that are open none is known.
  if (!properties?.size) return null;
  return Object.fromEntries(
    [...properties].map(([name, member]) => [name, emptyOf(root, member, depth - 1)]),
  );
}

/** Whether a schema has a member at a place, as far as it says. */
const fits = (root: CallerSchema, path: Path): boolean =>
  path.length <= MOST_PARTS &&
  path.every((part) => typeof part === 'string' || part < MOST_ITEMS) &&
  schemasAt(root, path).length > 0;

function itemsOf(root: CallerSchema, schema: unknown, at: number): unknown {
  const own = resolved(root, schema);
  if (!isObject(own)) return undefined;
  const { items, prefixItems } = own;
  const first = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  if (at < first.length) return first[at];
  return Array.isArray(items) ? own['additionalItems'] : items;
}

/** A member's JSON; a model that forgets the quotes of a string means the string. */
function parsed(json: string): Json {
  try {
    // Written once more inside of a text, it brings in what the text around it does not show.
    return writtenText(JSON.parse(json)) as Json;
  } catch {
    return json;
  }
}

function placed(value: Json, [part, ...rest]: Path, member: Json): Json {
  if (part === undefined) return member;
  if (typeof part === 'number') {
    const items = Array.isArray(value) ? [...value] : [];
    while (items.length < part) items.push(null);
    items[part] = placed(items[part] ?? null, rest, member);
    return items;
  }
  const own = isObject(value) ? new Map(Object.entries(value as Record<string, Json>)) : new Map();
  own.set(part, placed(own.get(part) ?? null, rest, member));
  // Built from entries, a member named __proto__ is a member like any other.
  return Object.fromEntries(own);
}

function emptyLeaves(value: Json, path: Path = []): Path[] {
  if (value === null) return [path];
  if (Array.isArray(value)) return value.flatMap((item, at) => emptyLeaves(item, [...path, at]));
  if (!isObject(value)) return [];
  return Object.entries(value as Record<string, Json>).flatMap(([name, member]) =>
    emptyLeaves(member, [...path, name]),
  );
}

/** Names of members that hold a moment of the video, as words in lower case. */
const MOMENT_NAME =
  /\b(?:seconds?|secs?|times?|timestamps?|timecodes?|t|ts|tc|starts?|ends?|from|to|at|when|moments?|begins?|began|appears?|appeared|onsets?|offsets?|cues?)\b/;
/** Names of lists, whose numbers are the moments of what is listed. */
const MOMENTS_NAME = /\b(?:cuts|scenes|shots|events|occurrences|appearances|mentions|markers)\b/;
/** The same of descriptions, which are sentences. */
const MOMENT_DESCRIPTION = /\b(?:seconds?|timestamps?|timecodes?|moments?|when)\b/;
/** Says of a description that it means a moment, whatever else it speaks of. */
const PLAIN_MOMENT = /\b(?:second|time|moment|timestamp|point)s? (?:at|in|on|when|of|where) /;
const LENGTH =
  /\b(?:duration|length|long|elapsed|interval|gap|lasts?|total|count|number|per|fps|how many)\b/;

/** What a schema says of the places of a value; each kind of place is looked at once. */
interface Shape {
  readonly isMoment: (path: Path) => boolean;
  /** Where a schema leaves the names open, a model writes them too: a time in one is nobody's. */
  readonly isInvented: (name: string | number, parent: Path) => boolean;
}

function shapeOf(schema: CallerSchema): Shape {
  const known = new Map<Path, boolean>();
  return {
    isMoment(path) {
      const is = known.get(path) ?? isMoment(path, schema);
      known.set(path, is);
      return is;
    },
    isInvented: (name, parent) =>
      typeof name === 'string' &&
      timesIn(name).length > 0 &&
      !schemasAt(schema, parent).some(
        (one) => isObject(one) && Object.hasOwn(Object(one['properties']), name),
      ),
  };
}

/**
 * The told member, when each second that it holds is one of those that vouch for it; undefined when it holds
 * another.
 */
function vouchedFor(
  told: Json,
  path: Path,
  shape: Shape,
  seconds: readonly number[],
): Json | undefined {
  if (Array.isArray(told)) {
    // All items of a list are of one kind.
    const place = [...path, 0];
    const items = told.map((item) => vouchedFor(item, place, shape, seconds));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (isObject(told)) {
    if (Object.keys(told).some((name) => shape.isInvented(name, path))) return undefined;
    const members = Object.entries(told as Record<string, Json>).map(
      ([name, member]) => [name, vouchedFor(member, [...path, name], shape, seconds)] as const,
    );
    return members.every(([, member]) => member !== undefined)
      ? (Object.fromEntries(members) as Json)
      : undefined;
  }
  if (typeof told === 'string') return vouchedText(told, shape.isMoment(path), seconds);
  if (typeof told === 'number' && shape.isMoment(path)) return vouch(told, seconds);
  return told;
}

/** A text is kept as it was written, unless it is a moment that was rounded. */
function vouchedText(
  told: string,
  isMoment: boolean,
  seconds: readonly number[],
): string | undefined {
  const plain = told.trim();
  if (isMoment && plain !== '' && Number.isFinite(Number(plain))) {
    const vouched = vouch(Number(plain), seconds);
    if (vouched === undefined) return undefined;
    return vouched === Number(plain) ? told : String(vouched);
  }
  const times = timesIn(told);
  if (times.every(({ seconds: time }) => seconds.includes(time))) return told;
  const [first] = times;
  const vouched = first?.text === plain ? vouch(first.seconds, seconds) : undefined;
  if (vouched === undefined) return undefined;
  return plain.includes(':') ? clockOf(vouched) : `${vouched}s`;
}

/** A second as `1:02.5`. */
function clockOf(second: number): string {
  const minutes = Math.floor(second / 60);
  const [whole = '', part] = String(toMillisecond(second - minutes * 60)).split('.');
  return `${minutes}:${whole.padStart(2, '0')}${part === undefined ? '' : `.${part}`}`;
}

/** Half of the coarsest rounding that a model is likely to have done, in seconds. */
const ROUNDED = 0.5;

/** The nearest of the seconds that vouch, when it is near enough to be the one that is meant. */
function vouch(second: number, seconds: readonly number[]): number | undefined {
  return seconds
    .filter((known) => Math.abs(known - second) <= ROUNDED)
    .sort((a, b) => Math.abs(a - second) - Math.abs(b - second))[0];
}

function isMoment(path: Path, schema: CallerSchema): boolean {
  const name = wordsOf(String(path.findLast((part) => typeof part === 'string') ?? ''));
  const description = wordsOf(descriptionAt(schema, path));
  if (PLAIN_MOMENT.test(description)) return true;
  if (LENGTH.test(name) || LENGTH.test(description)) return false;
  const isListed = typeof path.at(-1) === 'number';
  return (
    MOMENT_NAME.test(name) ||
    (isListed && MOMENTS_NAME.test(name)) ||
    MOMENT_DESCRIPTION.test(description)
  );
}

/** `startSecond` and `start_second` as words. */
const wordsOf = (text: string): string =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase();

/** What is said of a member, where it stands and where it refers to. */
function descriptionAt(root: CallerSchema, path: Path): string {
  const inParent = schemasAt(root, path.slice(0, -1)).flatMap((schema) => {
    const name = path.at(-1);
    const properties = isObject(schema) ? schema['properties'] : undefined;
    return isObject(properties) && typeof name === 'string' && Object.hasOwn(properties, name)
      ? [properties[name]]
      : [];
  });
  return [...inParent, ...schemasAt(root, path)]
    .map((schema) => (isObject(schema) ? schema['description'] : undefined))
    .filter((description) => typeof description === 'string')
    .join('. ');
}
