import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { invalidSchema } from './harmless.ts';

/*
 * Only the drafts' own meta-schemas are compiled here; a caller's schema is data that they judge.
 */
const OPTIONS = { strict: false, validateFormats: false, allErrors: false } as const;
type Judge = (Ajv | Ajv2019 | Ajv2020) & { readonly key: string };

const judges = new Map<string, Judge>();

function judgeFor(draft: string): Judge {
  const known = judges.get(draft);
  if (known) return known;
  const made =
    draft === '7'
      ? Object.assign(new Ajv(OPTIONS), { key: 'http://json-schema.org/draft-07/schema' })
      : draft === '2019-09'
        ? Object.assign(new Ajv2019(OPTIONS), {
            key: 'https://json-schema.org/draft/2019-09/schema',
          })
        : Object.assign(new Ajv2020(OPTIONS), {
            key: 'https://json-schema.org/draft/2020-12/schema',
          });
  judges.set(draft, made);
  return made;
}

/** @throws DomainError invalid_schema naming the place and what is wrong there */
export async function requireWellFormed(schema: unknown): Promise<void> {
  if (typeof schema === 'boolean') return;
  const named = String((schema as Record<string, unknown>)['$schema'] ?? '');
  const draft = /draft-0[467]/.test(named) ? '7' : named.includes('2019-09') ? '2019-09' : '2020';
  const judge = judgeFor(draft);
  if (judge.validate(judge.key, schema)) return;
  const [error] = judge.errors ?? [];
  throw invalidSchema(
    `is no well-formed JSON Schema: ${error?.instancePath || 'the root'} ${error?.message ?? ''}`.trim(),
  );
}
