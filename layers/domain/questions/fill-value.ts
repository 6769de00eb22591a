import {
  type CallerSchema,
  isObject,
  type Path,
  pathOf,
  pathText,
  propertiesOf,
  resolved,
} from './schema-shape.ts';
import type { FilledField, Missing } from './settle-answer.ts';
import { timesIn } from './times-in-text.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Objects inside objects are drawn so deep; a schema that refers to itself has no end. */
const MOST_DEEP = 12;
const MOST_ITEMS = 1_000;

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
  const reasons = new Map(missing.map(({ field, reason }) => [pathText(pathOf(field)), reason]));
  let value = emptyOf(schema, schema, MOST_DEEP);
  for (const { path: text, json, seconds } of fields) {
    const path = pathOf(text);
    if (!fits(schema, path)) continue;
    const told = parsed(json);
    const vouched = vouchedFor(told, path, schema, seconds);
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
    const items = itemsOf(root, schema);
    return value.map((item) => completed(root, items, item));
  }
  const properties = isObject(value) ? propertiesOf(root, schema) : undefined;
  if (!properties) return value;
  const own = Object.entries(value as Record<string, Json>);
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
  if (!properties) return null;
  return Object.fromEntries(
    [...properties].map(([name, member]) => [name, emptyOf(root, member, depth - 1)]),
  );
}

/** Whether a schema has a member at a place, as far as it says. */
function fits(root: CallerSchema, path: Path): boolean {
  let schema: unknown = root;
  for (const part of path) {
    if (typeof part === 'number') {
      if (part >= MOST_ITEMS) return false;
      schema = itemsOf(root, schema);
      continue;
    }
    const properties = propertiesOf(root, schema);
    // Nothing is said of what else it may hold.
    if (!properties) return true;
    if (!properties.has(part)) return false;
    schema = properties.get(part);
  }
  return true;
}

function itemsOf(root: CallerSchema, schema: unknown): unknown {
  const own = resolved(root, schema);
  return isObject(own) ? own['items'] : undefined;
}

/** A member's JSON; a model that forgets the quotes of a string means the string. */
function parsed(json: string): Json {
  try {
    return JSON.parse(json);
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
  /\b(?:seconds?|secs?|time|timestamps?|timecode|starts?|ends?|from|to|at|when|moment|begins?|began|appears?|appeared)\b/;
/** The same of descriptions, which are sentences. */
const MOMENT_DESCRIPTION = /\b(?:seconds?|timestamps?|timecode|moment|when)\b/;
const LENGTH =
  /\b(?:duration|length|long|elapsed|interval|gap|lasts?|total|count|number|per|fps|how many)\b/;

/**
 * The told member, when each second that it holds is one of those that vouch for it; undefined when it holds
 * another.
 */
function vouchedFor(
  told: Json,
  path: Path,
  schema: CallerSchema,
  seconds: readonly number[],
): Json | undefined {
  if (Array.isArray(told)) {
    const items = told.map((item, at) => vouchedFor(item, [...path, at], schema, seconds));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (isObject(told)) {
    const members = Object.entries(told as Record<string, Json>).map(
      ([name, member]) => [name, vouchedFor(member, [...path, name], schema, seconds)] as const,
    );
    return members.every(([, member]) => member !== undefined)
      ? (Object.fromEntries(members) as Json)
      : undefined;
  }
  if (typeof told === 'string') {
    return timesIn(told).every(({ seconds: time }) => vouch(time, seconds) !== undefined)
      ? told
      : undefined;
  }
  if (typeof told === 'number' && isMoment(path, schema)) return vouch(told, seconds);
  return told;
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
  if (LENGTH.test(name) || LENGTH.test(description)) return false;
  return MOMENT_NAME.test(name) || MOMENT_DESCRIPTION.test(description);
}

/** `startSecond` and `start_second` as words. */
const wordsOf = (text: string): string =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

function descriptionAt(root: CallerSchema, path: Path): string {
  const schema = path.reduce<unknown>(
    (current, part) =>
      typeof part === 'number' ? itemsOf(root, current) : propertiesOf(root, current)?.get(part),
    root,
  );
  const own = resolved(root, schema);
  return isObject(own) && typeof own['description'] === 'string' ? own['description'] : '';
}
