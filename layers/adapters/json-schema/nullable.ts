import { type CallerSchema, isObject } from '../../domain/questions/schema-shape.ts';

/**
 * Keywords that hold schemas by name, a list of schemas, or one schema that a member has to fit.
 */
const MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);
const LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const SINGLE: ReadonlySet<string> = new Set([
  'items',
  'additionalItems',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
  'then',
  'else',
]);

/** A copy of a schema in which each member may also be null: what the video does not tell. */
export function nullable(schema: CallerSchema): unknown {
  const copy = withNullableMembers(schema, schema);
  if (!isObject(copy)) return true;
  const { $ref: _, ...root } = onRoot(copy);
  return { ...root, anyOf: [inside(copy), { type: 'null' }] };
}

/** What references start from stays at the root. */
const isOnRoot = (name: string) => name.startsWith('$') || name === 'definitions';
const onRoot = (copy: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(copy).filter(([name]) => isOnRoot(name)));

const inside = (copy: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(copy).filter(([name]) => name === '$ref' || !isOnRoot(name)));

const orNull = (root: CallerSchema, schema: unknown): unknown =>
  isWrapped(schema) ? { anyOf: [withNullableMembers(root, schema), { type: 'null' }] } : schema;

/** What is forbidden stays so; a list under `dependencies` names members. */
const isWrapped = (schema: unknown): boolean => isObject(schema) || schema === true;

function withNullableMembers(root: CallerSchema, schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const nullableOne = (one: unknown) => orNull(root, one);
  return Object.fromEntries(
    Object.entries(schema).map(([name, member]): [string, unknown] => {
      if (MAPS.has(name) && isObject(member)) {
        const members = Object.entries(member).map(([key, one]) => [key, nullableOne(one)]);
        return [name, Object.fromEntries(members)];
      }
      if (LISTS.has(name) && Array.isArray(member)) {
        return [renamed(name), member.map(nullableOne)];
      }
      if (SINGLE.has(name)) {
        return [name, Array.isArray(member) ? member.map(nullableOne) : nullableOne(member)];
      }
      if (name === '$ref' && typeof member === 'string') return [name, moved(root, member)];
      return [name, member];
    }),
  );
}

/** With nulls in it a value may fit several branches. */
const renamed = (name: string) => (name === 'oneOf' ? 'anyOf' : name);

const WRAP = ['anyOf', '0'];

/** Where in the copy that stands to which a JSON Pointer (RFC 6901) refers in the schema. */
function moved(root: CallerSchema, reference: string): string {
  if (!reference.startsWith('#/')) return reference;
  const parts = reference.slice(2).split('/');
  const path: string[] = isOnRoot(parts[0] ?? '') ? [] : [...WRAP];
  let schema: unknown = root;
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? '';
    const keyword = decoded(part);
    const held = member(schema, keyword);
    path.push(renamed(part));
    schema = held;
    const named = MAPS.has(keyword) || (Array.isArray(held) && holdsSchemas(keyword));
    if (named && at + 1 < parts.length) {
      at += 1;
      path.push(parts[at] ?? '');
      schema = member(held, decoded(parts[at] ?? ''));
    }
    if ((named || SINGLE.has(keyword)) && isWrapped(schema)) path.push(...WRAP);
  }
  return `#/${path.join('/')}`;
}

const holdsSchemas = (keyword: string) => LISTS.has(keyword) || SINGLE.has(keyword);

const member = (held: unknown, name: string): unknown =>
  typeof held === 'object' && held !== null && Object.hasOwn(held, name)
    ? (held as Record<string, unknown>)[name]
    : undefined;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}
