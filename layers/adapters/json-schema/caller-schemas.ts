import vm from 'node:vm';
import { type SchemaDraft, Validator } from '@cfworker/json-schema';
import type { CallerSchemas } from '../../app/ports/questions/caller-schemas.ts';
import { withNullAt } from '../../domain/questions/fill-value.ts';
import type { CallerSchema, Path } from '../../domain/questions/schema-shape.ts';
import { requireEnding } from './ending.ts';
import { invalidSchema, requireHarmless } from './harmless.ts';
import { nullable } from './nullable.ts';
import { requireWellFormed } from './well-formed.ts';

/** A value that is not judged by then, in all rounds together, is judged not to fit. */
const TIMEOUT_MS = 1_000;
/**
 * Members that are set to null may make others misfit, and a member that may not be there its
 * parent.
 */
const ROUNDS = 32;

/**
 * Interprets schemas (`@cfworker/json-schema`): a library that compiles them would run a stranger's
 * code.
 */
export const callerSchemas = (): CallerSchemas => ({
  async require(schema) {
    requireHarmless(schema);
    await requireWellFormed(schema);
    requireResolved(schema as CallerSchema);
    requireEnding(schema as CallerSchema);
    return schema as CallerSchema;
  },
  async misfits(schema, value) {
    const until = performance.now() + TIMEOUT_MS;
    const validator = validatorOf(schema);
    const found: Path[] = [];
    let current = value;
    for (let round = 0; round < ROUNDS; round += 1) {
      const misfits = judged(validator, current, until)?.map((path) =>
        // What is null already, and still does not fit, may not be there at all.
        memberAt(current, path) === null ? path.slice(0, -1) : path,
      );
      if (misfits?.length === 0) return outermost(found);
      if (!misfits || misfits.some((path) => path.length === 0)) break;
      found.push(...misfits);
      current = withNullAt(current, misfits);
    }
    return [[]];
  },
});

const validatorOf = (schema: CallerSchema): Validator =>
  new Validator(nullable(schema) as object, draftOf(schema), false);

/** The schema as it was sent, so that what is wrong with a reference is told in the caller's words. */
const plainValidatorOf = (schema: CallerSchema): Validator =>
  new Validator(schema as object, draftOf(schema), false);

/**
 * @throws DomainError invalid_schema for a reference to what is not there: no value could be judged
 */
function requireResolved(schema: CallerSchema): void {
  for (const validator of [plainValidatorOf, validatorOf]) requireReferences(schema, validator);
}

function requireReferences(
  schema: CallerSchema,
  validator: (schema: CallerSchema) => Validator,
): void {
  let lookup: Readonly<Record<string, unknown>>;
  try {
    ({ lookup } = validator(schema) as unknown as { lookup: typeof lookup });
  } catch (error) {
    throw invalidSchema(`cannot be used: ${(error as Error).message.slice(0, 200)}`);
  }
  for (const part of Object.values(lookup)) {
    const { $ref, __absolute_ref__: address } = Object(part) as Record<string, unknown>;
    if (typeof address === 'string' && !(address in lookup)) {
      throw invalidSchema(
        `refers to ${JSON.stringify(String($ref).slice(0, 100))}, which it does not hold; name a place that it has, such as "#/$defs/name"`,
      );
    }
  }
}

/**
 * Where a value misfits; undefined when there was no time or no stack to tell. V8 ends it, wherever
 * it is.
 */
function judged(validator: Validator, value: unknown, until: number): Path[] | undefined {
  const timeout = Math.floor(until - performance.now());
  if (timeout < 1) return undefined;
  let locations: string[] | undefined;
  const judge = () => {
    const { valid, errors } = validator.validate(value);
    locations = valid ? [] : errors.map(({ instanceLocation }) => instanceLocation);
  };
  try {
    vm.runInNewContext('judge()', { judge }, { timeout });
  } catch {
    return undefined;
  }
  return locations && innermost(locations).map((location) => pathIn(value, location));
}

const memberAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (current, part) => (current as Record<string, unknown> | null | undefined)?.[part],
    value,
  );

/** Paths that lie in no other. */
const outermost = (paths: readonly Path[]): Path[] =>
  paths.filter(
    (one, at) =>
      !paths.some(
        (other, place) =>
          other.every((part, depth) => part === one[depth]) &&
          (other.length < one.length || (other.length === one.length && place < at)),
      ),
  );

/** Locations that no other lies inside: an error of a member is told of its parents as well. */
const innermost = (locations: readonly string[]): string[] => {
  const all = [...new Set(locations)];
  return all.filter((one) => !all.some((other) => other.startsWith(`${one}/`)));
};

/** @param location `#/people/0/name`; numbers are indexes where the value has an array there */
function pathIn(value: unknown, location: string): Path {
  const path: (string | number)[] = [];
  let current = value;
  for (const part of location.split('/').slice(1)) {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(current) ? Number(name) : name);
    current = (current as Record<string, unknown> | undefined)?.[name];
  }
  return path;
}

function draftOf(schema: CallerSchema): SchemaDraft {
  const named = String(schema['$schema'] ?? '');
  if (named.includes('draft-04')) return '4';
  if (named.includes('draft-06') || named.includes('draft-07')) return '7';
  return named.includes('2019-09') ? '2019-09' : '2020-12';
}
