import { RE2JS } from 're2js';
import { DomainError } from '../../domain/errors.ts';
import { isQuick } from './quick-patterns.ts';

const MAX_CHARACTERS = 32_768;
const MAX_DEPTH = 32;
const REFERENCES: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

export const invalidSchema = (why: string): DomainError =>
  new DomainError('invalid_schema', `Field \`schema\` ${why}. Nothing was charged.`);

/**
 * Makes sure that a schema cannot be used to hold the service up or to reach out of it.
 * @throws DomainError invalid_schema
 */
export function requireHarmless(schema: unknown): asserts schema is object {
  // Drafts also call true and false schemas: sent here they are a slip, and no answer has that shape.
  if (typeof schema !== 'object' || schema === null) {
    throw invalidSchema('has to be a JSON Schema: an object such as {"type": "object", …}');
  }
  if (Array.isArray(schema)) throw invalidSchema('is a list; send a JSON Schema, an object');
  // The depth first: what is too deep cannot be written out.
  requireShallow(schema);
  if (JSON.stringify(schema).length > MAX_CHARACTERS) {
    throw invalidSchema('is longer than 32 KB; send a smaller one');
  }
  requireLocal(schema);
}

function requireShallow(schema: unknown): void {
  let level: unknown[] = [schema];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw invalidSchema('is nested deeper than 32; send a flatter one');
    level = level.flatMap((part) =>
      typeof part === 'object' && part !== null ? Object.values(part) : [],
    );
  }
}

function requireLocal(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  for (const [name, member] of Object.entries(part)) {
    if (REFERENCES.has(name) && typeof member === 'string' && !member.startsWith('#')) {
      throw invalidSchema(
        `refers to ${JSON.stringify(member.slice(0, 100))}; only local references such as "#/$defs/name" are followed`,
      );
    }
    if (name === 'pattern' && typeof member === 'string') requireLinear(member);
    if (name === 'patternProperties' && typeof member === 'object' && member !== null) {
      for (const pattern of Object.keys(member)) requireLinear(pattern);
    }
    requireLocal(member);
  }
}

/**
 * RE2 knows only patterns that run in linear time. ECMAScript, whose patterns a schema has, lacks
 * some of those.
 */
function requireLinear(pattern: string): void {
  const shown = JSON.stringify(pattern.slice(0, 100));
  try {
    new RegExp(pattern, 'u');
  } catch {
    throw invalidSchema(`has the pattern ${shown}, which is no regular expression of ECMAScript`);
  }
  try {
    RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch {
    throw invalidSchema(
      `has the pattern ${shown}, which does not run in linear time; write it without lookaround and backreferences`,
    );
  }
  if (!isQuick(pattern)) {
    throw invalidSchema(
      `has the pattern ${shown}, which takes very long over some texts; write it without a repetition inside a repetition`,
    );
  }
}
