/**
 * Writes the types of the interface, out of the description that the service itself answers with.
 * They are made before types are checked and before the package is built, and are in no commit.
 */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { ROUTES } from '../functions/api/routes.ts';
import { openApi } from '../layers/http/openapi.ts';
import about from './package.json' with { type: 'json' };

type Schemas = Record<string, Record<string, unknown>>;

const document = openApi(ROUTES, { version: about.version, baseUrl: 'https://video.example' });

/**
 * Rules about which members go together name no types: the generator reads them as `unknown`, and
 * with it the whole schema. The service holds callers to them.
 */
function withoutMemberRules(schemas: Schemas): Schemas {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      if (schema['properties'] === undefined) return [name, schema];
      const { oneOf: _one, anyOf: _any, not: _not, ...rest } = schema;
      return [name, rest];
    }),
  );
}

const { schemas, ...components } = document['components'] as { schemas: Schemas };
const types = await openapiTS(
  JSON.stringify({
    ...document,
    components: { ...components, schemas: withoutMemberRules(schemas) },
  }),
  // What has a default may be left out of a request.
  { defaultNonNullable: false, alphabetize: true },
);
const path = join(import.meta.dirname, 'src/schema.ts');
// Whole at any moment: tests and checks may read it while another one makes it anew.
const beside = `${path}.${process.pid}`;
await writeFile(beside, astToString(types));
await rename(beside, path);
