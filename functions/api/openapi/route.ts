import { z } from 'zod';
import { type Endpoint, route } from '../../../layers/http/route.ts';

export const openapiRoute = route({
  name: 'openapi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'This description',
  description: 'OpenAPI 3.1, made from the routes and schemas that the service itself runs on.',
  scope: 'none',
  replies: {
    200: z
      .looseObject({
        openapi: z.string(),
        info: z.looseObject({ title: z.string(), version: z.string() }),
        paths: z.record(z.string(), z.looseObject({})),
      })
      .meta({ description: 'An OpenAPI document.' }),
  },
  errors: [],
});

const beside = (path: string): Endpoint => ({
  name: 'reference',
  folder: 'api/openapi',
  method: 'ANY',
  path,
});

/** The same description to be read: by people, by models, by Postman. */
export const referencePages: readonly Endpoint[] = [
  beside('/docs'),
  beside('/docs/{file}'),
  beside('/llms.txt'),
  beside('/llms-full.txt'),
];

export const Env = z.object({});
export type Env = z.infer<typeof Env>;
