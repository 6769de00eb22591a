/** A JSON Schema as it was sent; well-formed, small and without remote references by the time it is used. */
export type CallerSchema = Readonly<Record<string, unknown>>;

/** A value that is written as JSON. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };

/** A member's place in a value: property names and indexes, from the root. */
export type Path = readonly (string | number)[];

const MOST_REFERENCES = 32;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The subschema that a local reference names, by way of further references. */
export function resolved(root: CallerSchema, schema: unknown): unknown {
  let current = schema;
  for (let left = MOST_REFERENCES; left > 0; left -= 1) {
    const reference = referenceOf(current);
    if (reference === undefined) return current;
    current = referenced(root, reference);
  }
  return undefined;
}

const referenceOf = (schema: unknown): string | undefined =>
  isObject(schema)
    ? REFERENCES.map((word) => schema[word]).find((one) => typeof one === 'string')
    : undefined;
const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'] as const;

/**
 * What a reference names, be it a reference itself.
 * @param reference a local one: `#`, `#/` and a JSON Pointer (RFC 6901), or `#` and an anchor
 */
export function referenced(root: CallerSchema, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  if (/^#[^/]/.test(reference)) return anchored(root, reference.slice(1));
  return pointed(reference.slice(1)).reduce<unknown>((schema, part) => {
    if (Array.isArray(schema)) return schema[Number(part)];
    return isObject(schema) && Object.hasOwn(schema, part) ? schema[part] : undefined;
  }, root);
}

/** The part of a schema that bears a name: until draft 7 as its `$id`, or `id`, later as an anchor. */
function anchored(part: unknown, name: string): unknown {
  if (Array.isArray(part)) return firstOf(part, (one) => anchored(one, name));
  if (!isObject(part)) return undefined;
  const isNamed =
    part['$anchor'] === name ||
    part['$dynamicAnchor'] === name ||
    part['$id'] === `#${name}` ||
    part['id'] === `#${name}`;
  return isNamed ? part : firstOf(Object.values(part), (one) => anchored(one, name));
}

function firstOf<T>(all: readonly unknown[], find: (one: unknown) => T | undefined): T | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

const pointed = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => decode(part).replaceAll('~1', '/').replaceAll('~0', '~'));

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Properties of an object schema, those of its `allOf` among them; undefined for any other schema. Of a
 * union the branch counts that has the most of the members that are there; of several none before any is.
 */
export function propertiesOf(
  root: CallerSchema,
  schema: unknown,
  members: readonly string[] = [],
): ReadonlyMap<string, unknown> | undefined {
  const own = resolved(root, schema);
  if (!isObject(own)) return undefined;
  const parts = [own, ...listOf(own['allOf']).map((part) => resolved(root, part))];
  const found = new Map<string, unknown>();
  let isAnObject = false;
  for (const part of parts) {
    if (!isObject(part)) continue;
    isAnObject ||= part['type'] === 'object' || isObject(part['properties']);
    if (!isObject(part['properties'])) continue;
    for (const [name, member] of Object.entries(part['properties'])) {
      // A member that no value fits is not to be there.
      if (member !== false) found.set(name, member);
    }
  }
  if (isAnObject) return found;
  const branches = branchesOf(root, own);
  if (branches.length > 1 && members.length === 0) return undefined;
  const shapes = branches.flatMap((branch) => propertiesOf(root, branch, members) ?? []);
  const known = (shape: ReadonlyMap<string, unknown>) =>
    members.filter((name) => shape.has(name)).length;
  return shapes.reduce<ReadonlyMap<string, unknown> | undefined>(
    (best, shape) => (best && known(best) >= known(shape) ? best : shape),
    undefined,
  );
}

/** The branches of a union, but for that of null. */
export const branchesOf = (root: CallerSchema, schema: Readonly<Record<string, unknown>>) =>
  ['anyOf', 'oneOf']
    .flatMap((union) => listOf(schema[union]))
    .filter((branch) => {
      const own = resolved(root, branch);
      return !(isObject(own) && own['type'] === 'null');
    });

/**
 * The subschemas that a value's member may have to fit, in whatever branch of a union it stands; none
 * where a schema has no such member.
 */
export const schemasAt = (root: CallerSchema, path: Path): readonly unknown[] =>
  path.reduce<readonly unknown[]>(
    // Branches that refer to the same part are one.
    (schemas, part) => [...new Set(schemas.flatMap((schema) => membersOf(root, schema, part)))],
    branchedOut(root, root),
  );

function membersOf(root: CallerSchema, schema: unknown, part: string | number): unknown[] {
  const named = typeof part === 'number' ? itemsAt(schema, part) : memberNamed(schema, part);
  return named.flatMap((member) => branchedOut(root, member));
}

function itemsAt(schema: unknown, at: number): unknown[] {
  // Nothing is said of what it may hold.
  if (!isObject(schema)) return schema === true ? [true] : [];
  const { items, prefixItems, additionalItems } = schema;
  const first = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  if (at < first.length) return [first[at]];
  const rest = Array.isArray(items) ? additionalItems : items;
  if (rest !== undefined) return rest === false ? [] : [rest];
  return saysNothing(schema) || schema['type'] === 'array' ? [true] : [];
}

function memberNamed(schema: unknown, name: string): unknown[] {
  if (!isObject(schema)) return schema === true ? [true] : [];
  const { properties, patternProperties, additionalProperties: others } = schema;
  if (isObject(properties) && Object.hasOwn(properties, name)) return [properties[name]];
  const open = isObject(patternProperties) ? Object.values(patternProperties) : [];
  if (isObject(others) || others === true) open.push(others);
  if (open.length > 0) return open;
  const isOpen = !isObject(properties) && others !== false;
  return isOpen && (saysNothing(schema) || schema['type'] === 'object') ? [true] : [];
}

/** What a schema without these is about is open. */
const SHAPING = [
  'type',
  'properties',
  'items',
  'prefixItems',
  'enum',
  'const',
  'anyOf',
  'oneOf',
  'allOf',
];
const saysNothing = (schema: Readonly<Record<string, unknown>>): boolean =>
  SHAPING.every((word) => !(word in schema));

/** A schema with all that applies, or may apply, at the same place. */
function branchedOut(root: CallerSchema, schema: unknown, known = new Set<unknown>()): unknown[] {
  const own = resolved(root, schema);
  if (own === undefined || known.has(own)) return [];
  known.add(own);
  if (!isObject(own)) return [own];
  const applied = ['allOf', 'anyOf', 'oneOf'].flatMap((word) => listOf(own[word]));
  const chosen = ['then', 'else'].flatMap((word) => (word in own ? [own[word]] : []));
  return [own, ...[...applied, ...chosen].flatMap((part) => branchedOut(root, part, known))];
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * A path as a model writes it: `/a/0/b` (JSON Pointer), `a[0].b`, `$.a[0].b`. The root is an empty
 * path, `/` or `$`.
 */
export function pathOf(text: string): Path {
  const plain = text.trim().replace(/^[#$]/, '');
  const parts = plain.startsWith('/')
    ? pointed(plain)
    : plain
        .replaceAll(/\[(?:"([^"]*)"|'([^']*)'|(\d+))\]/g, '.$1$2$3')
        .split('.')
        .filter((part) => part !== '');
  return parts
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** A path as it is told to the caller: `people[0].name`. */
export const pathText = (path: Path): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`,
    '',
  ) || 'value';
