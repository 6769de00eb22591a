import type { OpenApiDocument } from '../openapi.ts';
import type { JsonObject } from '../openapi-components.ts';
import { llmsHead } from './llms.ts';
import { exampleOf, type ListedOperation, operationsOf } from './operations.ts';

const COMPONENT = '#/components/schemas/';

type Schemas = Readonly<Record<string, JsonObject>>;

/** Every call with its fields, an example of each side, and its errors. */
export function llmsFullText(document: OpenApiDocument, base: string): string {
  const { schemas } = document['components'] as { readonly schemas: Schemas };
  const calls = operationsOf(document).map((operation) => callText(operation, schemas));
  const shapes = Object.entries(schemas).map(
    ([name, schema]) =>
      `### ${name}\n\n${fieldsOf(schema, schemas).join('\n') || typeOf(schema)}\n`,
  );
  return `${llmsHead(base)}
# Calls

${calls.join('\n')}
# Shapes

${shapes.join('\n')}`;
}

function callText(operation: ListedOperation, schemas: Schemas): string {
  const { method, path, operationId, summary, description, parameters, requestBody } = operation;
  const schema = requestBody?.content['application/json']?.schema;
  const request = exampleOf(requestBody?.content);
  const errors = new Set(
    Object.entries(operation.responses).flatMap(([status, { content }]) =>
      Number(status) < 400
        ? []
        : Object.keys(content?.['application/json']?.examples ?? {}).map(
            (type) => `\`${type}\` (${status})`,
          ),
    ),
  );
  return [
    `## ${method} ${path} {#${operationId}}`,
    description === undefined ? `${summary}.` : `${summary}. ${description}`,
    `Credential: ${credentialOf(operation)}.`,
    parameters.length > 0 &&
      list(
        'Parameters',
        parameters.map((one) => field(one.name, one.schema, { ...one, place: one.in, schemas })),
      ),
    schema && list('Body', fieldsOf(schema, schemas)),
    !schema && requestBody && `Body: ${Object.keys(requestBody.content).join(' or ')}.`,
    request && example('Example of a body', request),
    ...Object.entries(operation.responses)
      .filter(([status]) => Number(status) < 400)
      .map(([status, reply]) => replyText(status, reply)),
    errors.size > 0 && `Errors: ${[...errors].join(', ')}.`,
    '',
  ]
    .filter((part) => typeof part === 'string')
    .join('\n\n');
}

function replyText(
  status: string,
  { description, content }: ListedOperation['responses'][string],
): string {
  const reply = `${status}: ${typeOf(content?.['application/json']?.schema ?? {})}. ${description}`;
  const shown = exampleOf(content);
  return shown === undefined ? reply : `${reply}\n\n${example('Example of an answer', shown)}`;
}

const list = (title: string, lines: readonly string[]): string => `${title}:\n${lines.join('\n')}`;
const example = (title: string, json: string): string => `${title}:\n\`\`\`json\n${json}\n\`\`\``;

function credentialOf({ security }: ListedOperation): string {
  if (security.length === 0) return 'none';
  return security
    .flatMap((way) => Object.entries(way))
    .map(([name, scopes]) => [name, ...scopes].join(' '))
    .join(', or ');
}

/** A line for each member of an object, of a component by its name. */
function fieldsOf(schema: JsonObject, schemas: Schemas): string[] {
  const { properties, required } = resolved(schema, schemas) as {
    properties?: Readonly<Record<string, JsonObject>>;
    required?: readonly string[];
  };
  return Object.entries(properties ?? {}).map(([name, member]) =>
    field(name, member, { required: required?.includes(name) ?? false, schemas }),
  );
}

function field(
  name: string,
  schema: JsonObject,
  how: {
    readonly required: boolean;
    readonly description?: string | undefined;
    readonly place?: string;
    readonly schemas: Schemas;
  },
): string {
  const { default: preset, description = how.description } = schema;
  const said = [
    typeOf(schema),
    how.required ? 'required' : undefined,
    preset === undefined ? undefined : `default ${JSON.stringify(preset)}`,
    how.place === 'path' ? undefined : how.place,
  ].filter((part) => part !== undefined);
  return `- \`${name}\` (${said.join(', ')})${description === undefined ? '' : `: ${String(description)}`}`;
}

function resolved(schema: JsonObject, schemas: Schemas): JsonObject {
  const { $ref } = schema;
  return typeof $ref === 'string' ? (schemas[$ref.slice(COMPONENT.length)] ?? schema) : schema;
}

/** A schema in a few words. */
function typeOf(schema: JsonObject): string {
  const { $ref, type, enum: values, const: only, items, prefixItems } = schema;
  const any = schema['anyOf'] ?? schema['oneOf'];
  if (typeof $ref === 'string') return $ref.slice(COMPONENT.length);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(any))
    return [...new Set(any.map((one: JsonObject) => typeOf(one)))].join(' | ');
  if (Array.isArray(prefixItems)) {
    return `[${prefixItems.map((one: JsonObject) => typeOf(one)).join(', ')}]`;
  }
  if (type === 'array') return `${typeOf((items ?? {}) as JsonObject)}[]`;
  if (Array.isArray(type)) return type.join(' | ');
  return typeof type === 'string' ? type : 'any';
}
