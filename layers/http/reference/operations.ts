import { z } from 'zod';
import type { OpenApiDocument } from '../openapi.ts';

const JsonSchema = z.looseObject({});
const Example = z.looseObject({ value: z.unknown() });
const Content = z.record(
  z.string(),
  z.looseObject({
    schema: JsonSchema.optional(),
    examples: z.record(z.string(), Example).optional(),
  }),
);

const Parameter = z.looseObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.string().optional(),
  schema: JsonSchema,
});

/** What the texts made of the OpenAPI document read of an operation. */
const Operation = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()).min(1),
  summary: z.string(),
  description: z.string().optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(Parameter).default([]),
  requestBody: z.looseObject({ required: z.boolean(), content: Content }).optional(),
  responses: z.record(
    z.string(),
    z.looseObject({ description: z.string(), content: Content.optional() }),
  ),
});

export interface ListedOperation extends z.infer<typeof Operation> {
  readonly method: string;
  readonly path: string;
}

/** Every operation of the document, in its order. */
export const operationsOf = ({ paths }: OpenApiDocument): ListedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...Operation.parse(operation),
      method: method.toUpperCase(),
      path,
    })),
  );

/** The first example of a content in JSON, as its text; undefined where there is none. */
export function exampleOf(content: z.infer<typeof Content> | undefined): string | undefined {
  const [example] = Object.values(content?.['application/json']?.examples ?? {});
  return example && JSON.stringify(example.value, null, 2);
}
