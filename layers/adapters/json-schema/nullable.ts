import { type CallerSchema, isObject } from '../../domain/questions/schema-shape.ts';

/** Keywords that hold schemas by name, a list of schemas, or one schema that a member has to fit. */
const MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
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
  const copy = withNullableMembers(schema);
  if (!isObject(copy)) return true;
  const { $ref: _, ...root } = onRoot(copy);
  return { ...root, anyOf: [inside(copy), { type: 'null' }] };
}

/** What references start from stays at the root. */
const onRoot = (copy: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(copy).filter(([name]) => name.startsWith('$') || name === 'definitions'),
  );

const inside = (copy: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(copy).filter(
      ([name]) => name === '$ref' || !(name.startsWith('$') || name === 'definitions'),
    ),
  );

const orNull = (schema: unknown): unknown =>
  schema === false ? false : { anyOf: [withNullableMembers(schema), { type: 'null' }] };

function withNullableMembers(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, member]): [string, unknown] => {
      if (MAPS.has(name) && isObject(member)) {
        const members = Object.entries(member).map(([key, one]) => [key, orNull(one)]);
        return [name, Object.fromEntries(members)];
      }
      if (LISTS.has(name) && Array.isArray(member)) {
        // With nulls in it a value may fit several branches.
        return [name === 'oneOf' ? 'anyOf' : name, member.map(orNull)];
      }
      if (SINGLE.has(name)) {
        return [name, Array.isArray(member) ? member.map(orNull) : orNull(member)];
      }
      return [name, member];
    }),
  );
}
