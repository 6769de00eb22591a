import type { CallerSchema, Path } from '../../../domain/questions/schema-shape.ts';

/** JSON Schemas of callers: foreign, and never compiled to code. */
export interface CallerSchemas {
  /**
   * Makes sure that a schema is well-formed and harmless: at most 32 KB and 32 deep, local
   * references alone, patterns that run in linear time.
   * @throws DomainError invalid_schema
   */
  require(schema: unknown): Promise<CallerSchema>;
  /**
   * Where a value does not fit the schema, in which each member may also be null.
   * @returns the places to be set to null; the root, an empty path, when nothing can be told in
   * time
   */
  misfits(schema: CallerSchema, value: unknown): Promise<Path[]>;
}
