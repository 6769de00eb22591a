import { shapeOf } from './moments-in-schema.ts';
import {
  type CallerSchema,
  isObject,
  type Json,
  type Path,
  pathOf,
  pathText,
  propertiesOf,
  resolved,
  schemasAt,
} from './schema-shape.ts';
import type { FilledField, Missing } from './settle-answer.ts';
import { lostOf, vouchedFor } from './vouched-value.ts';
import { writtenText } from './written-text.ts';

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
    const path = placeOf(text, schema);
    if (!fits(schema, path)) continue;
    const told = parsed(json);
    if (path.some((part, at) => shape.isInvented(part, path.slice(0, at)))) continue;
    const vouched = isQuoted ? told : vouchedFor(told, path, shape, seconds);
    for (const lost of lostOf(told, vouched ?? null, path).slice(0, MOST_ITEMS)) {
      refused.push({ field: pathText(lost), reason: UNREAD_SECOND });
    }
    if (vouched !== undefined) value = placed(value, path, vouched);
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
  schemasAt(root, path).some((schema) => schema !== false);

/** A path as it is told: `value` is all of it where the schema has no member of that name. */
function placeOf(text: string, root: CallerSchema): Path {
  const path = pathOf(text);
  return pathText(path) === pathText([]) && !fits(root, path) ? [] : path;
}

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
