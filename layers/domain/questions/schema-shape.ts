/** A JSON Schema as it was sent; well-formed, small and without remote references by the time it is used. */
export type CallerSchema = Readonly<Record<string, unknown>> | boolean;

/** A member's place in a value: property names and indexes, from the root. */
export type Path = readonly (string | number)[];

const MOST_REFERENCES = 32;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The subschema that a local reference names, by way of further references. */
export function resolved(root: CallerSchema, schema: unknown): unknown {
  let current = schema;
  for (let left = MOST_REFERENCES; left > 0; left -= 1) {
    if (!isObject(current) || typeof current['$ref'] !== 'string') return current;
    current = at(root, current['$ref']);
  }
  return undefined;
}

/** @param reference a local one: `#`, or `#/` and a JSON Pointer (RFC 6901) */
function at(root: CallerSchema, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  return pointed(reference.slice(1)).reduce<unknown>((schema, part) => {
    if (Array.isArray(schema)) return schema[Number(part)];
    return isObject(schema) && Object.hasOwn(schema, part) ? schema[part] : undefined;
  }, root);
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

/** Properties of an object schema, those of its `allOf` among them; undefined for any other schema. */
export function propertiesOf(
  root: CallerSchema,
  schema: unknown,
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
    for (const [name, member] of Object.entries(part['properties'])) found.set(name, member);
  }
  if (isAnObject) return found;
  // Of a union the first branch that is an object gives the shape.
  return ['anyOf', 'oneOf']
    .flatMap((union) => listOf(own[union]))
    .map((branch) => propertiesOf(root, branch))
    .find((properties) => properties !== undefined);
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
