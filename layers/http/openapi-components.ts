import { z } from 'zod';

export type JsonObject = { readonly [member: string]: unknown };

/** As a caller writes it, defaults left out; or as the service answers it. */
type Side = 'input' | 'output';

const DEFS = '#/$defs/';
const COMPONENTS = '#/components/schemas/';

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same JSON with every reference pointing at the document's components. */
function repointed(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(repointed);
  if (!isObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      name === '$ref' && typeof value === 'string'
        ? value.replace(DEFS, COMPONENTS)
        : repointed(value),
    ]),
  );
}

/** Whole numbers are safe integers in any JSON; saying so at each of them is noise. */
const withoutSafeBounds = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
};

/** Turns schemas into JSON Schema and gathers those with an id as components. */
export class Components {
  readonly schemas: Record<string, JsonObject> = {};
  readonly #examples: JsonObject;

  /** @param examples one by the id of each component */
  constructor(examples: JsonObject = {}) {
    this.#examples = examples;
  }

  /**
   * @throws Error when one id stands for two shapes: a request's with defaults, say, and a reply's
   */
  add(schema: z.ZodType, side: Side): JsonObject {
    const { $schema, $defs, ...own } = z.toJSONSchema(schema, {
      io: side,
      override: withoutSafeBounds,
    });
    for (const [id, definition] of Object.entries($defs ?? {})) {
      this.#put(id, repointed(definition) as JsonObject);
    }
    return repointed(own) as JsonObject;
  }

  #put(id: string, { id: _, ...definition }: JsonObject): void {
    const example = this.#examples[id];
    const component = example === undefined ? definition : { ...definition, examples: [example] };
    const known = this.schemas[id];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(component)) {
      throw new Error(`the component ${id} has two shapes`);
    }
    this.schemas[id] = component;
  }
}

/** The components that a schema is, or is one of. */
export function componentsIn(schema: JsonObject): string[] {
  const { $ref, anyOf } = schema;
  if (typeof $ref === 'string') return [$ref.slice(COMPONENTS.length)];
  return Array.isArray(anyOf) ? anyOf.filter(isObject).flatMap(componentsIn) : [];
}
