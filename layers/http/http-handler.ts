import middy, { type MiddyfiedHandler } from '@middy/core';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { z } from 'zod';
import type { Credentials, Person, Principal } from '../domain/accounts/credential.ts';
import { QueuedJob } from '../domain/jobs/job.ts';
import { JsonStream } from '../domain/json-stream.ts';
import {
  type ApiEvent,
  fileOf,
  idsIn,
  jsonOf,
  jsonOrEmpty,
  parsed,
  queryOf,
  refuseQuery,
} from './api-event.ts';
import { baseUrl } from './base-url.ts';
import { CallLog } from './call-log.ts';
import { challenge } from './challenge.ts';
import {
  credentialsOf,
  requireOwnOrigin,
  requireScope,
  requireShownOrganization,
} from './credentials.ts';
import { throughEdge } from './edge-challenge.ts';
import type { FilePart } from './file-part.ts';
import { takesIdempotencyKey, withIdempotencyKey } from './idempotency-key.ts';
import { errorReply, reply, streamedReply } from './reply.ts';
import type { Route } from './route.ts';

/** Who may come in. */
export interface Gate {
  /** @throws DomainError unauthorized */
  authenticate(credentials: Credentials): Promise<Principal>;
  /** @throws DomainError rate_limited */
  admit(principal: Principal): Promise<void>;
}

/** What a use case is given of a call. */
export interface Call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  readonly params: z.output<P>;
  readonly query: z.output<Q>;
  readonly body: z.output<B>;
  /** Where the service was called, without a slash at its end: what links back to it start with. */
  readonly baseUrl: string;
  /** Aborted shortly before the function's time is up. */
  readonly signal: AbortSignal;
}

export interface GuardedCall<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>
  extends Call<P, Q, B> {
  readonly principal: Principal;
  /** The file of a route that takes an upload. */
  file(): Promise<FilePart>;
}

interface Answer<R extends z.ZodType> {
  readonly status: number;
  /**
   * A stream only of routes that are `long`: what it says was held against its schema when it was
   * stored.
   */
  readonly body: z.input<R> | JsonStream<z.input<R>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export type ApiHandler = MiddyfiedHandler<ApiEvent, APIGatewayProxyResult>;

/** Left of a function's time for answering that it ran out. */
const CLOSING_MS = 500;

/** Answers a route that anybody may call. */
export const openHandler = <
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  route: Route<P, Q, B, R>,
  handle: (call: Call<P, Q, B>) => Promise<Answer<R>>,
): ApiHandler => edge(route, async (event, signal) => handle(callOf(route, event, signal)));

/** Answers a route that needs a credential: who calls, may they, how often, and only then what. */
export const httpHandler = <
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  route: Route<P, Q, B, R>,
  gate: Gate,
  handle: (call: GuardedCall<P, Q, B>) => Promise<Answer<R>>,
): ApiHandler =>
  edge(route, async (event, signal, note) => {
    const principal = await gate.authenticate(credentialsOf(route, event));
    note({ org_id: principal.orgId });
    requireOwnOrigin(principal, event);
    requireShownOrganization(principal, event);
    requireScope(route, principal);
    await gate.admit(principal);
    return handle({
      ...callOf(route, event, signal),
      principal,
      file: () => fileOf(event, route.upload),
    });
  });

/** Answers a route that only a signed-in person may call. */
export const personHandler = <
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  route: Route<P, Q, B, R> & { readonly scope: 'person' },
  gate: Gate,
  handle: (call: Call<P, Q, B>, person: Person) => Promise<Answer<R>>,
): ApiHandler =>
  httpHandler(route, gate, async (call) => {
    const { principal } = call;
    if (principal.kind !== 'session') throw new Error(`${route.name} let in a ${principal.kind}`);
    return handle(call, principal);
  });

/** A route without a body takes an empty one; what is in one is refused by name. */
const NOTHING = z.strictObject({});

function callOf<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  route: Pick<Route<P, Q, B>, 'params' | 'query' | 'body' | 'upload'>,
  event: ApiEvent,
  signal: AbortSignal,
): Call<P, Q, B> {
  const query = queryOf(event);
  if (!route.query) refuseQuery(query, route);
  if (!route.body && !route.upload) parsed(NOTHING, jsonOrEmpty(event));
  const bodyOf = route.body?.safeParse({}).success ? jsonOrEmpty : jsonOf;
  const body = route.body && bodyOf(event);
  const named = takesIdempotencyKey(route.body) ? withIdempotencyKey(body, event) : body;
  return {
    params: idsIn(route.params, event.pathParameters ?? {}),
    query: parsed(route.query, query),
    body: parsed(route.body, named),
    baseUrl: baseUrl(event),
    signal,
  };
}

/** Where a job is watched: https://www.rfc-editor.org/rfc/rfc9110#section-15.3.3 */
function placeOf(body: unknown, event: ApiEvent): { location?: string } {
  const { success, data: job } = QueuedJob.safeParse(body);
  return success ? { location: `${baseUrl(event)}/v1/jobs/${job.job_id}` } : {};
}

type Note = (members: { org_id: string }) => void;

/** Calls, checks the answer against the route, maps errors once, and writes one line to the log. */
function edge<R extends z.ZodType>(
  route: Pick<
    Route<z.ZodType, z.ZodType, z.ZodType, R>,
    'name' | 'path' | 'scope' | 'asks' | 'replies' | 'long'
  >,
  handle: (event: ApiEvent, signal: AbortSignal, note: Note) => Promise<Answer<R>>,
): ApiHandler {
  const log = new CallLog('api', route);
  const mode = route.long ? { executionMode: executionModeStreamifyResponse } : {};
  return middy<ApiEvent, APIGatewayProxyResult>({ timeoutEarlyInMillis: CLOSING_MS, ...mode })
    .handler(async (event: ApiEvent, _context, { signal }) => {
      log.begun(event);
      const answer = await handle(event, signal, (known) => log.note(event, known));
      const schema = route.replies[answer.status];
      if (!schema) throw new Error(`${route.name} does not answer ${answer.status}`);
      const { requestId } = event.requestContext;
      const { status, headers, body } = answer;
      log.ended(event, status);
      if (!(body instanceof JsonStream)) {
        const parsedBody = schema.parse(body);
        const place = status === 202 ? placeOf(parsedBody, event) : {};
        return reply(status, parsedBody, requestId, { ...place, ...headers });
      }
      if (!route.long) throw new Error(`${route.name} is not sent as a stream`);
      const broken = (error: unknown) => log.ended(event, 500, error);
      return streamedReply(status, body, { requestId, headers, broken });
    })
    .onError((request) => {
      const { event, error } = request;
      const refusal = errorReply(error, event.requestContext.requestId, (type) =>
        challenge(type, route, event),
      );
      request.response = throughEdge(event, refusal);
      log.ended(event, refusal.statusCode, error);
    });
}
