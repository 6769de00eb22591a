import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Context } from 'aws-lambda';
import { z } from 'zod';
import { handler } from '../../functions/api/openapi/handler.ts';
import { ROUTES } from '../../functions/api/routes.ts';
import * as credits from '../../layers/domain/accounts/credits-result.ts';
import * as batch from '../../layers/domain/batches/batch.ts';
import { ERROR_TYPES } from '../../layers/domain/errors.ts';
import * as frames from '../../layers/domain/frames/frames.ts';
import * as health from '../../layers/domain/health.ts';
import * as job from '../../layers/domain/jobs/job.ts';
import * as question from '../../layers/domain/questions/question.ts';
import * as transcript from '../../layers/domain/transcript/transcript.ts';
import * as upload from '../../layers/domain/uploads/upload.ts';
import * as erase from '../../layers/domain/videos/erase-video.ts';
import type { ApiEvent } from '../../layers/http/api-event.ts';
import { ERROR_EXAMPLES } from '../../layers/http/error-examples.ts';
import { EXAMPLES } from '../../layers/http/examples/examples.ts';
import { openApi } from '../../layers/http/openapi.ts';
import { type Route, route } from '../../layers/http/route.ts';
import about from '../../package.json' with { type: 'json' };

const { version } = about;

interface Media {
  schema: object;
  examples?: Record<string, { value: unknown }>;
}
interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; schema: object; required: boolean }[];
  requestBody?: { required: boolean; content: Record<string, Media> };
  responses: Record<string, { content: Record<string, Media> }>;
  security: Record<string, string[]>[];
}
interface Document {
  openapi: string;
  info: { version: string };
  servers: { url: string }[];
  paths: Partial<Record<string, Partial<Record<string, Operation>>>>;
  components: { schemas: Record<string, { examples?: unknown[] }> };
}

const ABOUT = { version: '0.2.0', baseUrl: 'https://api.example' };
const described = (routes: readonly Route[]): Document =>
  JSON.parse(JSON.stringify(openApi(routes, ABOUT)));

/** Every request and reply of the interface, whether or not an endpoint serves it yet. */
const WHOLE: readonly Route[] = [
  ['frames', frames.FramesRequest, z.union([frames.FramesResult, job.QueuedJob])],
  ['transcript', transcript.TranscriptRequest, transcript.TranscriptResult],
  ['watch_video', question.WatchVideoRequest, z.union([question.Answer, question.AlreadyRead])],
  ['batches', batch.BatchRequest, batch.BatchCreated],
  ['direct', upload.DirectUploadRequest, upload.DirectUploadTarget],
  ['complete', upload.CompleteRequest, upload.UploadResult],
].map(([name, body, reply]) =>
  route({
    name: String(name),
    method: 'POST',
    path: `/v1/${String(name)}`,
    summary: 'A call',
    scope: 'video:read',
    body: body as z.ZodType,
    replies: { 200: reply as z.ZodType },
    errors: ERROR_TYPES,
  }),
);

const READS: readonly Route[] = [
  route({
    name: 'read-batch',
    method: 'GET',
    path: '/v1/batches/{batch_id}',
    summary: 'A batch',
    scope: 'video:read',
    params: z.strictObject({ batch_id: z.string() }),
    query: batch.BatchQuery,
    replies: { 200: batch.Batch },
    errors: ['video_not_found'],
  }),
  ...[job.Job, job.JobList, credits.CreditsResult, erase.EraseVideoResult, health.Health].map(
    (reply: z.ZodType, at) =>
      route({
        name: `read-${at}`,
        method: 'GET',
        path: `/v1/read-${at}`,
        summary: 'A reading',
        scope: 'account:read',
        replies: { 200: reply },
        errors: [],
      }),
  ),
  route({
    name: 'upload',
    method: 'POST',
    path: '/v1/uploads',
    summary: 'A file',
    scope: 'video:read',
    upload: 'multipart/form-data',
    replies: { 200: upload.UploadResult },
    errors: ['no_video_stream'],
  }),
];

const SUBJECTS = [
  ['the endpoints that are served', described(ROUTES)],
  ['every schema of the interface', described([...WHOLE, ...READS])],
] as const;

/** Every object inside a JSON value, with the way to it. */
function* objects(json: unknown, way = '#'): Generator<[string, Record<string, unknown>]> {
  if (typeof json !== 'object' || json === null) return;
  if (!Array.isArray(json)) yield [way, json as Record<string, unknown>];
  for (const [name, value] of Object.entries(json)) yield* objects(value, `${way}/${name}`);
}

describe.each(SUBJECTS)('the description of %s', (_, document) => {
  const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }));
  ajv.addSchema({ $id: 'doc', components: document.components });
  const errorsOf = (schema: object, value: unknown): unknown => {
    const local = JSON.parse(
      JSON.stringify(schema).replaceAll('"#/components', '"doc#/components'),
    );
    const validate = ajv.compile(local);
    return validate(value) ? [] : validate.errors;
  };
  const media = (): [string, string, Media][] =>
    [...objects(document.paths)].flatMap(([way, { content }]) =>
      Object.entries((content ?? {}) as Record<string, Media>).map(
        ([type, entry]): [string, string, Media] => [way, type, entry],
      ),
    );

  test('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone({ ...document }));
    expect(result.errors ?? []).toEqual([]);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  test('has only references that lead to a component', () => {
    for (const [way, { $ref }] of objects(document)) {
      if (typeof $ref !== 'string') continue;
      const name = $ref.replace('#/components/schemas/', '');
      expect([way, name, name in document.components.schemas]).toEqual([way, name, true]);
    }
  });

  test('has examples that fit their schemas', () => {
    for (const [name, { examples = [] }] of Object.entries(document.components.schemas)) {
      const schema = { $ref: `#/components/schemas/${name}` };
      for (const example of examples) {
        expect([name, errorsOf(schema, example)]).toEqual([name, []]);
      }
    }
    for (const [way, , { schema, examples = {} }] of media()) {
      for (const [name, { value }] of Object.entries(examples)) {
        expect([way, name, errorsOf(schema, value)]).toEqual([way, name, []]);
      }
    }
  });

  test('says of every member what it is; only members that take any JSON are left open', () => {
    const open = [...objects(document.components.schemas)]
      .flatMap(([way, { properties = {} }]) =>
        Object.entries(properties as object).map(([name, member]) => [`${way}/${name}`, member]),
      )
      .filter(([, member]) => Object.keys(member).every((key) => key === 'description'))
      .map(([way]) => String(way).replace('#/', ''));
    const anyJson = ['Answer/value', 'BatchItem/value', 'ApiError/suggestion'];
    expect(open.filter((way) => !anyJson.includes(way))).toEqual([]);
  });

  test('gives every error reply the error body and an example of each type', () => {
    for (const [, { responses }] of objects(document.paths)) {
      for (const [status, reply] of Object.entries((responses ?? {}) as Operation['responses'])) {
        if (Number(status) < 400) continue;
        const entry = reply.content['application/json'];
        const errors = { $ref: '#/components/schemas/ErrorBody' };
        // What the connector's protocol refuses by itself is a message of it.
        if (JSON.stringify(entry?.schema).endsWith('McpAnswer"}')) continue;
        const { anyOf = [entry?.schema] } = (entry?.schema ?? {}) as { anyOf?: unknown[] };
        expect(anyOf[0]).toEqual(errors);
        expect(Object.keys(entry?.examples ?? {}).length).toBeGreaterThan(0);
      }
    }
  });
});

describe('the description that is served', () => {
  const document = described(ROUTES);

  test.each(ROUTES.map((entry) => [entry.name, entry] as const))('holds %s', (name, entry) => {
    const operation = document.paths[entry.path]?.[entry.method.toLowerCase()];
    expect(operation?.operationId).toBe(name);
    for (const status of Object.keys(entry.replies)) {
      expect(operation?.responses).toHaveProperty(status);
    }
    const inPath = [...entry.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    const told = (operation?.parameters ?? []).filter((parameter) => parameter.in === 'path');
    expect(told.map((parameter) => parameter.name)).toEqual(inPath);
    // A body may come with any call, of GET too, and is refused where it is none that is taken.
    for (const status of ['408', '413', '415']) {
      expect(operation?.responses).toHaveProperty(status);
    }
  });

  test.each(['/v1/frames', '/v1/transcript', '/v1/watch_video'])(
    '%s tells that a link may lead nowhere, or to what is no video',
    (path) => {
      const examples =
        document.paths[path]?.['post']?.responses['422']?.content['application/json'];
      expect(Object.keys(examples?.examples ?? {})).toEqual([
        'source_unavailable',
        'no_video_stream',
      ]);
    },
  );

  test('holds nothing that is not a route', () => {
    const told = Object.values(document.paths).flatMap((methods) => Object.values(methods ?? {}));
    expect(new Set(told.map((operation) => operation?.operationId))).toEqual(
      new Set(ROUTES.map(({ name }) => name)),
    );
  });

  test('is answered without a credential, with the running version and its own address', async () => {
    const path = '/openapi.json';
    const event = {
      path,
      headers: { Host: 'page.example', 'X-Forwarded-Proto': 'http' },
      requestContext: { path: `/prod${path}`, requestId: 'r1', domainName: 'abc.example' },
    } as unknown as ApiEvent;
    const context = { getRemainingTimeInMillis: () => 20_000 } as Context;
    const { statusCode, body } = await handler(event, context);
    expect(statusCode).toBe(200);
    const answered = JSON.parse(body) as Document;
    expect(answered.info.version).toBe(version);
    expect(answered.servers).toEqual([{ url: 'https://abc.example/prod' }]);
    expect(answered.paths).toEqual(document.paths);
  });
});

describe('a call in the description', () => {
  const document = described([...WHOLE, ...READS]);
  const frameCall = document.paths['/v1/frames']?.['post'];

  test('shows a request as a caller writes it: nothing with a default is required', () => {
    expect(document.components.schemas).toHaveProperty('FramesRequest');
    expect(document.components.schemas['FramesRequest']).not.toHaveProperty('required');
  });

  test('needs a body where an empty one is refused, and none where all is optional', () => {
    expect(frameCall?.requestBody?.required).toBe(true);
    expect(document.paths['/v1/direct']?.['post']?.requestBody?.required).toBe(false);
  });

  test('takes a file as a part named file', () => {
    const body = document.paths['/v1/uploads']?.['post']?.requestBody;
    expect(body?.content['multipart/form-data']?.schema).toMatchObject({
      required: ['file'],
      properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
    });
  });

  test('tells the limits of its query', () => {
    const [, wait] = document.paths['/v1/batches/{batch_id}']?.['get']?.parameters ?? [];
    expect(wait).toMatchObject({
      name: 'wait',
      in: 'query',
      required: false,
      schema: { type: 'number', minimum: 0, maximum: 60, default: 0 },
    });
    const [limit] = described(ROUTES).paths['/v1/jobs']?.['get']?.parameters ?? [];
    expect(limit).toMatchObject({ required: false, schema: { maximum: 100, default: 20 } });
  });

  test('names the scope its credential needs', () => {
    expect(frameCall?.security).toEqual([{ bearer: ['video:read'] }, { session: [] }]);
  });

  test('says that an answer whose job goes on names its address', () => {
    const { paths } = described(ROUTES);
    expect(paths['/v1/frames']?.['post']?.responses[202]).toMatchObject({
      headers: { Location: { required: true, schema: { type: 'string', format: 'uri' } } },
    });
    const completed = paths['/v1/uploads/{uploadId}/complete']?.['post'];
    expect(completed?.responses[202]).not.toHaveProperty('headers');
  });

  test('says of the connector that it streams, and that its refusals are messages of its protocol', () => {
    const responses: Partial<Operation['responses']> =
      described(ROUTES).paths['/mcp']?.['post']?.responses ?? {};
    expect(Object.keys(responses['200']?.content ?? {})).toEqual([
      'application/json',
      'text/event-stream',
    ]);
    expect(responses[202]?.content).toBeUndefined();
    const message = { $ref: '#/components/schemas/McpAnswer' };
    for (const status of [404, 406])
      expect(responses[status]?.content['application/json']?.schema).toEqual(message);
    for (const status of [400, 415])
      expect(responses[status]?.content['application/json']?.schema).toEqual({
        anyOf: [{ $ref: '#/components/schemas/ErrorBody' }, message],
      });
  });

  test('refuses one id for two shapes', () => {
    const twice = z.strictObject({ a: z.number().default(1) }).meta({ id: 'Twice' });
    const both = route({
      name: 'both',
      method: 'POST',
      path: '/both',
      summary: 'Both',
      scope: 'none',
      body: twice,
      replies: { 200: twice },
      errors: [],
    });
    expect(() => openApi([both], ABOUT)).toThrow('the component Twice has two shapes');
  });
});

test('every example is one that the schemas themselves accept', () => {
  const modules = [batch, credits, erase, frames, health, job, question, transcript, upload];
  const byId = new Map(
    modules
      .flatMap((module) => Object.values<unknown>(module))
      .filter((value) => value instanceof z.ZodType)
      .map((schema) => [z.globalRegistry.get(schema)?.id, schema]),
  );
  for (const [id, example] of Object.entries(EXAMPLES)) {
    const result = byId.get(id)?.safeParse(example);
    if (result) expect([id, result.error]).toEqual([id, undefined]);
  }
  expect(new Set(Object.keys(ERROR_EXAMPLES))).toEqual(new Set(ERROR_TYPES));
});
