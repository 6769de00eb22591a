import { swaggerUi } from '../../../layers/adapters/reference/swagger-ui.ts';
import { openHandler } from '../../../layers/http/http-handler.ts';
import { openApi } from '../../../layers/http/openapi.ts';
import {
  DOCS_PAGE,
  DOCS_POLICY,
  NARROW_STYLE,
  START_SCRIPT,
} from '../../../layers/http/reference/docs-page.ts';
import { documentHandler } from '../../../layers/http/reference/document-handler.ts';
import { llmsText } from '../../../layers/http/reference/llms.ts';
import { llmsFullText } from '../../../layers/http/reference/llms-full.ts';
import { postmanCollection } from '../../../layers/http/reference/postman.ts';
import about from '../../../package.json' with { type: 'json' };
import { ROUTES } from '../routes.ts';
import { openapiRoute } from './route.ts';

const { version } = about;
const documentAt = (baseUrl: string) => openApi(ROUTES, { version, baseUrl });

const openapi = openHandler(openapiRoute, async ({ baseUrl }) => ({
  status: 200,
  body: documentAt(baseUrl),
}));

export const handler = documentHandler(
  {
    '/docs': () => ({ type: 'text/html', body: DOCS_PAGE, policy: DOCS_POLICY }),
    '/docs/start.js': () => ({ type: 'text/javascript', body: START_SCRIPT }),
    '/docs/swagger-ui.js': async () => ({
      type: 'text/javascript',
      body: await swaggerUi('swagger-ui-bundle.js'),
    }),
    '/docs/swagger-ui.css': async () => ({
      type: 'text/css',
      body: (await swaggerUi('swagger-ui.css')) + NARROW_STYLE,
    }),
    '/docs/postman.json': (base) => ({
      type: 'application/json',
      body: JSON.stringify(postmanCollection(documentAt(base), base), null, 2),
    }),
    '/llms.txt': (base) => ({ type: 'text/plain', body: llmsText(documentAt(base), base) }),
    '/llms-full.txt': (base) => ({
      type: 'text/plain',
      body: llmsFullText(documentAt(base), base),
    }),
  },
  { path: openapiRoute.path, handler: openapi },
);
