import { openHandler } from '../../../layers/http/http-handler.ts';
import { openApi } from '../../../layers/http/openapi.ts';
import about from '../../../package.json' with { type: 'json' };
import { ROUTES } from '../routes.ts';
import { openapiRoute } from './route.ts';

const { version } = about;

export const handler = openHandler(openapiRoute, async ({ baseUrl }) => ({
  status: 200,
  body: openApi(ROUTES, { version, baseUrl }),
}));
