import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Tool } from './tool.ts';

type Json = z.core.JSONSchema.BaseSchema;

const DEFS = '#/$defs/';

/**
 * Whole numbers are safe integers in any JSON, and an id is of use where schemas are named only.
 */
const plain = ({ jsonSchema }: { jsonSchema: Json }): void => {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  delete jsonSchema.id;
};

/**
 * The same schema with every reference replaced by what it leads to: many models read no `$ref`.
 * What a field is for and how its type is written are both told.
 */
function inlined(value: unknown, defs: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((entry) => inlined(entry, defs));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...rest } = value as { $ref?: unknown };
  const target =
    typeof $ref === 'string' ? inlined(defs[$ref.slice(DEFS.length)] ?? {}, defs) : undefined;
  const members = Object.entries(rest).map(([name, entry]) => [name, inlined(entry, defs)]);
  const words = [rest, target].flatMap((told) => {
    const { description } = (told ?? {}) as { description?: unknown };
    return typeof description === 'string' ? [description] : [];
  });
  return {
    ...(target as object | undefined),
    ...Object.fromEntries(members),
    ...(words.length > 1 && { description: words.join(' ') }),
  };
}

/**
 * The same schema with lists of a fixed length said in words of every draft. Clients of 2025-11-25
 * hold answers to draft-07, in which `prefixItems` says nothing and `items: false` allows no item.
 */
function withoutTuples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTuples);
  if (typeof value !== 'object' || value === null) return value;
  const { prefixItems, ...rest } = value as { prefixItems?: unknown };
  const members = Object.entries(rest).map(([name, entry]) => [name, withoutTuples(entry)]);
  const said: object = Object.fromEntries(members);
  if (!Array.isArray(prefixItems)) return said;
  const { length } = prefixItems;
  const kinds = new Map(prefixItems.map((kind) => [JSON.stringify(kind), withoutTuples(kind)]));
  const [kind, ...others] = kinds.values();
  const items = others.length === 0 ? kind : { anyOf: [kind, ...others] };
  return { ...said, items, minItems: length, maxItems: length };
}

/**
 * Arguments as JSON Schema. Alternatives at the root are left to the words: model APIs refuse them
 * there.
 */
function inputSchema(schema: z.ZodType): ListedTool['inputSchema'] {
  const {
    $schema: _,
    $defs = {},
    ...own
  } = z.toJSONSchema(schema, { io: 'input', override: plain });
  return withoutTuples(inlined(own, $defs)) as ListedTool['inputSchema'];
}

/** Results as JSON Schema; its root says that it is an object, as revision 2025-11-25 asks. */
function outputSchema(schema: z.ZodType): NonNullable<ListedTool['outputSchema']> {
  const { $schema: _, ...own } = z.toJSONSchema(schema, { io: 'output', override: plain });
  return { type: 'object', ...(withoutTuples(own) as object) } as NonNullable<
    ListedTool['outputSchema']
  >;
}

/** A tool as clients are told of it. */
export const listed = ({ name, title, description, annotations, ...tool }: Tool): ListedTool => ({
  name,
  title,
  description,
  inputSchema: inputSchema(tool.input),
  outputSchema: outputSchema(tool.output),
  annotations: { title, ...annotations },
});
