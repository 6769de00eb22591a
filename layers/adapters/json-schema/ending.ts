import { type CallerSchema, isObject, referenced } from '../../domain/questions/schema-shape.ts';
import { invalidSchema } from './harmless.ts';

/** Keywords whose schemas judge the same value as the schema that holds them. */
const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'];
/** More schemas for one value are no description of it any more. */
const MOST_BRANCHES = 10_000;

/**
 * Makes sure that judging a value comes to an end, soon.
 * @throws DomainError invalid_schema for a schema that refers to itself without a member in
 * between, or that branches out to very many
 */
export function requireEnding(root: CallerSchema): void {
  const counts = new Map<unknown, number>();
  const under = new Set<unknown>();
  const count = (part: unknown): number => {
    const schema = isObject(part) ? part : undefined;
    if (!schema) return 0;
    if (under.has(schema)) {
      throw invalidSchema('refers to itself without a member in between; no value could be judged');
    }
    const known = counts.get(schema);
    if (known !== undefined) return known;
    under.add(schema);
    const sum = inPlace(root, schema).reduce<number>((all, one) => all + count(one), 1);
    under.delete(schema);
    if (sum > MOST_BRANCHES) {
      throw invalidSchema(
        'branches out to more than 10,000 schemas for one value; send a simpler one',
      );
    }
    counts.set(schema, sum);
    return sum;
  };
  for (const part of partsOf(root)) count(part);
}

function inPlace(root: CallerSchema, schema: Readonly<Record<string, unknown>>): unknown[] {
  const held = IN_PLACE.flatMap((word) => {
    const member = schema[word];
    return word === 'dependentSchemas' && isObject(member)
      ? Object.values(member)
      : [member].flat();
  });
  const reference = schema['$ref'] ?? schema['$dynamicRef'] ?? schema['$recursiveRef'];
  return typeof reference === 'string' ? [...held, referenced(root, reference)] : held;
}

/** All that may be a schema in a schema. */
function partsOf(part: unknown): unknown[] {
  if (typeof part !== 'object' || part === null) return [];
  return [part, ...Object.values(part).flatMap(partsOf)];
}
