import vm from 'node:vm';
import { type SchemaDraft, Validator } from '@cfworker/json-schema';
import type { CallerSchemas } from '../../app/ports/caller-schemas.ts';
import { withNullAt } from '../../domain/questions/fill-value.ts';
import type { CallerSchema, Path } from '../../domain/questions/schema-shape.ts';
import { requireHarmless } from './harmless.ts';
import { nullable } from './nullable.ts';
import { requireWellFormed } from './well-formed.ts';

/** A value that is not judged by then is judged not to fit. */
const TIMEOUT_MS = 1_000;
/** Members that are set to null may make others misfit. */
const ROUNDS = 4;

/** Interprets schemas (`@cfworker/json-schema`): a library that compiles them would run a stranger's code. */
export const callerSchemas = (): CallerSchemas => ({
  async require(schema) {
    requireHarmless(schema);
    await requireWellFormed(schema);
    return schema as CallerSchema;
  },
  async misfits(schema, value) {
    const validator = new Validator(nullable(schema) as object, draftOf(schema), false);
    const found: Path[] = [];
    let current = value;
    for (let round = 0; round < ROUNDS; round += 1) {
      const misfits = judged(validator, current);
      if (misfits.length === 0) return found;
      found.push(...misfits);
      current = withNullAt(current, misfits);
    }
    return [[]];
  },
});

/** One round; a schema that takes too long is ended by V8, wherever it is. */
function judged(validator: Validator, value: unknown): Path[] {
  let locations: string[] | undefined;
  const judge = () => {
    const { valid, errors } = validator.validate(value);
    locations = valid ? [] : errors.map(({ instanceLocation }) => instanceLocation);
  };
  try {
    vm.runInNewContext('judge()', { judge }, { timeout: TIMEOUT_MS });
  } catch {
    // Out of time or of stack: nothing is known of the value.
    return [[]];
  }
  return innermost(locations ?? ['#']).map((location) => pathIn(value, location));
}

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
  const named = typeof schema === 'object' ? String(schema['$schema'] ?? '') : '';
  if (named.includes('draft-04')) return '4';
  if (named.includes('draft-06') || named.includes('draft-07')) return '7';
  return named.includes('2019-09') ? '2019-09' : '2020-12';
}
