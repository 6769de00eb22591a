import { ErrorBody, type ErrorType } from '../domain/errors.ts';
import { QueuedJob } from '../domain/jobs/job.ts';
import { ERROR_EXAMPLES } from './error-examples.ts';
import { EXAMPLES } from './examples/examples.ts';
import { type Components, componentsIn, type JsonObject } from './openapi-components.ts';
import { STATUS } from './problem.ts';
import type { Route } from './route.ts';

export const JSON_TYPE = 'application/json';

const STATUS_TEXT: Readonly<Record<number, string>> = {
  200: 'Done.',
  202: 'Accepted; the job goes on without this call.',
  400: 'The request cannot be carried out as written.',
  401: 'No valid credential.',
  402: 'The wallet that this credential spends does not hold the price.',
  403: 'The credential or the plan does not allow it.',
  404: 'Nothing of that name belongs to this organization.',
  408: 'The body stopped on its way, or came too slowly. Send the call again.',
  406: 'The caller takes no type in which this can be answered.',
  410: 'Moved; the message names the call to make instead.',
  413: 'The body is too large; `alternative` says what to do: another way, or a smaller file.',
  415: 'The body is not of the media type that this call takes.',
  422: 'The video cannot be fetched or read.',
  429: 'Too many at once. Wait for Retry-After seconds.',
  500: 'A fault on our side. A repeat is safe.',
};

const PLACE = {
  Location: {
    required: true,
    description: 'Where the job is watched, as GET /v1/jobs/{jobId}.',
    schema: { type: 'string', format: 'uri' },
  },
};

/** The examples of the components that a content may hold. */
export function examplesOf(schema: JsonObject): JsonObject {
  const named = componentsIn(schema).filter((id) => id in EXAMPLES);
  if (named.length === 0) return {};
  return { examples: Object.fromEntries(named.map((id) => [id, { value: EXAMPLES[id] }])) };
}

/** What the route names, and what the edge can answer to any call of its kind. */
function errorTypes(route: Route): Set<ErrorType> {
  const { scope, ticket, errors } = route;
  // What a route does not take is refused, whatever it takes.
  const types = new Set<ErrorType>([...errors, 'invalid_request', 'processing_failed']);
  if (scope !== 'none') types.add('unauthorized').add('rate_limited');
  if (scope !== 'none' && ticket !== 'path') types.add('insufficient_scope');
  return types;
}

function errorReplies(components: Components, route: Route): Record<number, JsonObject> {
  const schema = components.add(ErrorBody, 'output');
  const byStatus = new Map<number, ErrorType[]>();
  for (const type of errorTypes(route)) {
    byStatus.set(STATUS[type], [...(byStatus.get(STATUS[type]) ?? []), type]);
  }
  // A body may come with any call, and is judged before the call is.
  for (const status of [408, 413, 415]) byStatus.set(status, ['invalid_request']);
  return Object.fromEntries(
    [...byStatus].map(([status, types]) => [
      status,
      {
        description: STATUS_TEXT[status] ?? 'Refused.',
        ...((status === 429 || types.includes('source_unavailable')) && {
          headers: {
            'Retry-After': { required: status === 429, schema: { type: 'integer', minimum: 1 } },
          },
        }),
        content: {
          [JSON_TYPE]: {
            schema,
            examples: Object.fromEntries(
              types.map((type) => [type, { value: { error: ERROR_EXAMPLES[type] } }]),
            ),
          },
        },
      },
    ]),
  );
}

function replies(components: Components, route: Route): Record<number, JsonObject> {
  return Object.fromEntries(
    Object.entries(route.replies).map(([status, reply]) => {
      const schema = components.add(reply, 'output');
      return [
        status,
        {
          description: STATUS_TEXT[Number(status)] ?? 'Done.',
          ...(Number(status) === 202 && reply === QueuedJob && { headers: PLACE }),
          content: Object.fromEntries(
            [JSON_TYPE, ...(route.protocol?.types ?? [])].map((type) => [
              type,
              // A stream is no JSON: its events hold what the schema of the JSON describes.
              type === JSON_TYPE
                ? { schema, ...examplesOf(schema) }
                : { schema: { type: 'string' } },
            ]),
          ),
        },
      ];
    }),
  );
}

type Described = Readonly<Record<number, JsonObject>>;
interface Answered {
  readonly content: { readonly [JSON_TYPE]: JsonObject };
}

/** What a protocol answers, beside what the edge answers under the same status. */
function protocolReplies(
  components: Components,
  { protocol }: Route,
  others: Described,
): Described {
  return Object.fromEntries(
    Object.entries(protocol?.answers ?? {}).map(([status, answer]) => {
      const description = STATUS_TEXT[Number(status)] ?? 'Refused.';
      if (answer === 'none') return [status, { description }];
      const schema = components.add(answer, 'output');
      const other = others[Number(status)] as Answered | undefined;
      if (!other) return [status, { description, content: { [JSON_TYPE]: { schema } } }];
      const { [JSON_TYPE]: json } = other.content;
      const either = { ...json, schema: { anyOf: [json['schema'], schema] } };
      return [status, { ...other, content: { [JSON_TYPE]: either } }];
    }),
  );
}

/** All that a call of the route may be answered, by status. */
export function responsesOf(components: Components, route: Route): Described {
  const answered = { ...replies(components, route), ...errorReplies(components, route) };
  return { ...answered, ...protocolReplies(components, route, answered) };
}
