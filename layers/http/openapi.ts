import type { z } from 'zod';
import {
  JobEvent,
  VideoFailedEvent,
  VideoReadyEvent,
  WebhookEvent,
} from '../domain/webhooks/webhook-event.ts';
import { cookieName } from './cookies.ts';
import { EXAMPLES } from './examples/examples.ts';
import { takesIdempotencyKey } from './idempotency-key.ts';
import { Components, type JsonObject } from './openapi-components.ts';
import { examplesOf, JSON_TYPE, responsesOf } from './openapi-replies.ts';
import { OPENAPI_TAGS, tagOf } from './openapi-tags.ts';
import type { Route } from './route.ts';

function parameters(components: Components, schema: z.ZodType, place: 'path' | 'query') {
  const { properties = {}, required = [] } = components.add(schema, 'input') as {
    properties?: Readonly<Record<string, JsonObject>>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
  }));
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Stands for the field `idempotency_key` of the body.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const FORM = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      properties: {
        file: {
          type: 'string',
          contentMediaType: 'application/octet-stream',
          description: 'The bytes of the file, with its name.',
        },
      },
    },
  },
};
const BYTES = {
  'application/octet-stream': {
    schema: { type: 'string', contentMediaType: 'application/octet-stream' },
  },
};

function requestBody(components: Components, { upload, body }: Route): JsonObject {
  if (upload !== undefined) {
    const content = upload === '*/*' ? { ...FORM, ...BYTES } : FORM;
    return { requestBody: { required: true, content } };
  }
  if (body === undefined) return {};
  const schema = components.add(body, 'input');
  const required = !body.safeParse({}).success;
  return {
    requestBody: { required, content: { [JSON_TYPE]: { schema, ...examplesOf(schema) } } },
  };
}

function security({ scope, ticket }: Route): JsonObject[] {
  if (scope === 'none' || ticket === 'path') return [];
  if (scope === 'person') return [{ session: [] }];
  return [{ bearer: [scope] }, { session: [] }, ...(ticket === 'query' ? [{ ticket: [] }] : [])];
}

function operation(components: Components, route: Route): JsonObject {
  const listed = [
    ...(route.params ? parameters(components, route.params, 'path') : []),
    ...(route.query ? parameters(components, route.query, 'query') : []),
    ...(takesIdempotencyKey(route.body) ? [IDEMPOTENCY_KEY] : []),
  ];
  return {
    operationId: route.name,
    tags: [tagOf(route.path)],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    security: security(route),
    ...(listed.length > 0 && { parameters: listed }),
    ...requestBody(components, route),
    responses: responsesOf(components, route),
  };
}

function paths(components: Components, routes: readonly Route[]): Record<string, JsonObject> {
  const byPath: Record<string, JsonObject> = {};
  for (const route of routes) {
    const method = route.method.toLowerCase();
    byPath[route.path] = { ...byPath[route.path], [method]: operation(components, route) };
  }
  return byPath;
}

const UPLOADING = 'the direct upload, or of the ticket by which the file came';

function told(components: Components, event: z.ZodType, summary: string, asker: string) {
  const schema = components.add(event, 'output');
  return {
    post: {
      summary,
      description: `Sent to the \`webhook_url\` of ${asker}, signed as Standard Webhooks prescribes, and again until it is answered with a 2xx.`,
      requestBody: {
        required: true,
        content: { [JSON_TYPE]: { schema, ...examplesOf(schema) } },
      },
      responses: { '2XX': { description: 'Received.' } },
    },
  };
}

export interface About {
  readonly version: string;
  /** Where the service answers, without a slash at its end. */
  readonly baseUrl: string;
}

/** As much of a document as its readers here need to know. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: JsonObject & { readonly title: string; readonly version: string };
  readonly paths: Record<string, JsonObject>;
  readonly [member: string]: unknown;
}

/**
 * The description of the interface, made from the same routes that serve it. OpenAPI 3.1, because
 * its schemas are JSON Schema 2020-12: tuples and nullable members are said as they are.
 */
export function openApi(routes: readonly Route[], { version, baseUrl }: About): OpenApiDocument {
  const components = new Components(EXAMPLES);
  // The union is for receivers of both kinds.
  components.add(WebhookEvent, 'output');
  return {
    openapi: '3.1.1',
    info: {
      title: 'Video Reader',
      version,
      description:
        'Turns a video into what software can read: sheets of timed frames, words, measurements, answers.',
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: OPENAPI_TAGS,
    paths: paths(components, routes),
    webhooks: {
      jobEnded: told(components, JobEvent, 'A job has ended', 'the call that it is about'),
      videoReady: told(components, VideoReadyEvent, 'An upload is a video', UPLOADING),
      videoFailed: told(components, VideoFailedEvent, 'An upload is no video', UPLOADING),
    },
    components: {
      schemas: components.schemas,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key (`sk_live_…`) or an OAuth access token (`oat_…`).',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieName('session', baseUrl),
          description:
            'The session of a person who signed in at `/signin`. All but GET need an `Origin` header that names this service.',
        },
        ticket: {
          type: 'apiKey',
          in: 'query',
          name: 'ticket',
          description: 'A ticket that `POST /v1/uploads/tickets` gave, for one upload.',
        },
      },
    },
  };
}
