import { Ajv, type ErrorObject } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvDraft04 from 'ajv-draft-04';
import { invalidSchema } from './harmless.ts';

/*
 * Only the drafts' own meta-schemas are compiled here; a caller's schema is data that they judge.
 */
const OPTIONS = { strict: false, validateFormats: false, allErrors: false } as const;

interface Judge {
  validate(metaSchema: string, schema: unknown): unknown;
  errors?: ErrorObject[] | null | undefined;
}

const LATEST = 'https://json-schema.org/draft/2020-12/schema';
/** By the address of the draft's meta-schema. Draft 6 differs from 7 by nothing that it forbids. */
const MAKERS: Readonly<Record<string, () => Judge>> = {
  'http://json-schema.org/draft-04/schema': () => new ajvDraft04.default(OPTIONS),
  'http://json-schema.org/draft-07/schema': () => new Ajv(OPTIONS),
  'https://json-schema.org/draft/2019-09/schema': () => new Ajv2019(OPTIONS),
  [LATEST]: () => new Ajv2020(OPTIONS),
};
const judges = new Map<string, Judge>();

function judgeOf(metaSchema: string): Judge {
  const judge = judges.get(metaSchema) ?? (MAKERS[metaSchema] as () => Judge)();
  judges.set(metaSchema, judge);
  return judge;
}

function metaSchemaOf(named: string): string {
  const [, year, number] = /(2019-09)|draft-0([467])/.exec(named) ?? [];
  if (year) return 'https://json-schema.org/draft/2019-09/schema';
  if (number) return `http://json-schema.org/draft-0${number === '4' ? 4 : 7}/schema`;
  return LATEST;
}

/** @throws DomainError invalid_schema naming the place and what is wrong there */
export async function requireWellFormed(schema: object): Promise<void> {
  const metaSchema = metaSchemaOf(String((schema as Record<string, unknown>)['$schema'] ?? ''));
  const judge = judgeOf(metaSchema);
  if (judge.validate(metaSchema, schema)) return;
  const [error] = judge.errors ?? [];
  throw invalidSchema(
    `is no well-formed JSON Schema: ${error?.instancePath || 'the root'} ${error ? wordsOf(error) : ''}`.trim(),
  );
}

/** The library says that some values are allowed, and not which. */
function wordsOf({ keyword, params, message = '' }: ErrorObject): string {
  // Of what a draft holds, only `type` has to be one of some values.
  return keyword === 'enum'
    ? `must be one of ${params['allowedValues'].join(', ')}, or a list of some of them`
    : message.replace(/(?<=^must be \w+),/, ' or ');
}
