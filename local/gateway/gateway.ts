import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import { DomainError } from '../../layers/domain/errors.ts';
import { isOwnOrigin } from '../../layers/http/own-origin.ts';
import { RETIRED_PATHS } from '../../layers/http/retired-paths.ts';
import type { Endpoint } from '../../layers/http/route.ts';
import {
  allowOf,
  bodyTooLarge,
  CLOSED_TO_PAGES,
  FOREIGN_PAGE,
  goneTo,
  looksForPages,
  noSuchPath,
  preflightHeaders,
  TO_PAGES,
  wrongMethod,
} from '../../layers/http/unrouted.ts';
import type { BodyPatience } from '../http/body-bytes.ts';
import { drainAfterAnswer } from '../service/linger.ts';
import { asInvocation, traceOf } from '../workers/invocations.ts';
import { lambdaContext } from '../workers/lambda-context.ts';
import {
  installRuntime,
  isStreaming,
  ResponseStream,
  writePrelude,
} from '../workers/lambda-runtime.ts';
import { answerRefusal, processingFailed } from './answer-error.ts';
import { boundAddress, type LocalProxyEvent, proxyEvent, target } from './proxy-event.ts';
import { announcesTooMuch, bodyStream, MAX_BODY_BYTES, readBody } from './request-body.ts';
import { routeTable } from './route-table.ts';

export type ApiHandler = (
  event: LocalProxyEvent,
  context: Context,
) => Promise<APIGatewayProxyResult>;
export type StreamingApiHandler = (
  event: LocalProxyEvent,
  stream: ResponseStream,
  context: Context,
) => Promise<unknown>;

export interface GatewayOptions {
  readonly routes: readonly Endpoint[];
  /** Imports the handler of a route; called once for each. */
  readonly load: (route: Endpoint) => Promise<ApiHandler | StreamingApiHandler>;
  /** How long a route's handler may take. */
  readonly timeoutMs?: (route: Endpoint) => number;
  /** Under which callers know the service; else it is the address that a request came to. */
  readonly publicUrl?: string | undefined;
  /** How long the sender of a body is waited for. */
  readonly patience?: BodyPatience;
  /** Told of each call, and when all that is done for it has ended. */
  readonly onCall?: (request: IncomingMessage, done: Promise<void>) => void;
  /** Told of what callers see as a bare 500. */
  readonly onDefect: (error: unknown, route: Endpoint) => void;
}

const SHORT_MS = 29_000;
const LONG_MS = 15 * 60_000;

/**
 * Answers HTTP requests as API Gateway and Lambda together do, by the handlers that run in the
 * cloud. A listener for a server's `request` and `checkContinue` events.
 */
export function makeGateway(
  options: GatewayOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  installRuntime();
  const find = routeTable(options.routes);
  const timeoutMs =
    options.timeoutMs ?? ((route) => (route.long || route.upload ? LONG_MS : SHORT_MS));
  const handlers = new Map<Endpoint, Promise<ApiHandler | StreamingApiHandler>>();
  const handlerOf = (route: Endpoint) => {
    const loaded = handlers.get(route) ?? options.load(route);
    handlers.set(route, loaded);
    return loaded;
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { path } = target(request);
    const match = find(request.method ?? '', path);
    const successor = RETIRED_PATHS.get(path);
    const requestId = randomUUID();
    response.setHeader('x-request-id', requestId);
    if (!match && successor) return answerRefusal(response, goneTo(successor));
    if (!match && looksForPages(request.method ?? '', path, request.headers.accept)) {
      response.writeHead(302, TO_PAGES).end();
      return;
    }
    if (!match) return answerRefusal(response, noSuchPath(path), 404);
    if ('methods' in match)
      return answerMethod(request, response, match.methods, options.publicUrl);
    const { route, params } = match;
    const proceed = () => {
      if (request.headers.expect !== undefined && !response.headersSent) response.writeContinue();
    };
    if (!route.upload && announcesTooMuch(request)) return answerTooLarge(response);
    const body = route.upload
      ? { stream: bodyStream(request, proceed, options.patience) }
      : await bufferedBody(request, proceed, options.patience);
    if (body === 'too large') return answerTooLarge(response);
    response.setHeader('x-amzn-requestid', requestId);
    const trace = traceOf(request.headers['x-amzn-trace-id']);
    response.setHeader('x-amzn-trace-id', trace);
    const event = proxyEvent(request, route, {
      params,
      requestId,
      body,
      publicUrl: options.publicUrl,
    });
    const limitMs = timeoutMs(route);
    const context = lambdaContext(route.name, limitMs, requestId);
    try {
      const handler = await handlerOf(route);
      await within(limitMs, route.name, () =>
        asInvocation(requestId, trace, () => invoke(handler, event, context, response)),
      );
    } catch (error) {
      // A caller who has gone takes the handler's streams along; nothing failed here.
      if (response.destroyed) return;
      options.onDefect(error, route);
      processingFailed(response);
    } finally {
      if (body && 'stream' in body) body.stream.destroy();
    }
  };

  return (request, response) => {
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    const done = serve(request, response)
      .catch((error: unknown) => {
        // Where the sender left in the middle of its body, nobody is there to be answered.
        if (error instanceof DomainError && !request.destroyed)
          answerRefusal(response, error.toApiError());
        else response.destroy();
      })
      .finally(() => drainAfterAnswer(request, response, options.patience?.wholeMs));
    options.onCall?.(request, done);
  };
}

async function invoke(
  handler: ApiHandler | StreamingApiHandler,
  event: LocalProxyEvent,
  context: Context,
  response: ServerResponse,
): Promise<void> {
  if (isStreaming(handler)) {
    const stream = new ResponseStream(response);
    await (handler as StreamingApiHandler)(event, stream, context);
    if (!stream.writableEnded) stream.end();
    await finished(stream);
    return;
  }
  // What a handler gives may fall short of its type.
  const result: Partial<APIGatewayProxyResult> | undefined = await (handler as ApiHandler)(
    event,
    context,
  );
  const { statusCode, headers, multiValueHeaders, body: text = '' } = result ?? {};
  if (statusCode === undefined) throw new Error('the handler did not answer with a statusCode');
  const body = Buffer.from(text, result?.isBase64Encoded ? 'base64' : 'utf8');
  writePrelude(response, { statusCode, headers, multiValueHeaders });
  // A handler may leave out the body that an answer to HEAD does not carry, and with it its length.
  const isLeftOut = response.req.method === 'HEAD' && body.length === 0;
  if (statusCode !== 204 && statusCode !== 304 && !isLeftOut) {
    response.setHeader('content-length', body.length);
  }
  response.end(body);
}

async function bufferedBody(
  request: IncomingMessage,
  proceed: () => void,
  patience?: BodyPatience,
) {
  proceed();
  const bytes = await readBody(request, patience);
  if (!bytes) return 'too large';
  if (bytes.length === 0) return undefined;
  // The media types that the cloud gateway treats as binary.
  const isBase64Encoded = /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');
  return { text: bytes.toString(isBase64Encoded ? 'base64' : 'utf8'), isBase64Encoded };
}

function answerMethod(
  request: IncomingMessage,
  response: ServerResponse,
  methods: readonly string[],
  publicUrl: string | undefined,
): void {
  const allow = allowOf(methods);
  if (request.method === 'OPTIONS') {
    response.writeHead(204, preflightHeaders(allow));
    response.end();
    return;
  }
  const { origin } = request.headers;
  const isForeign =
    origin !== undefined && !isOwnOrigin(origin, publicUrl ?? boundAddress(request));
  if (isForeign && target(request).path === CLOSED_TO_PAGES) {
    answerRefusal(response, FOREIGN_PAGE, 403);
    return;
  }
  response.setHeader('allow', allow);
  answerRefusal(response, wrongMethod(request.method ?? '', allow), 405);
}

const answerTooLarge = (response: ServerResponse): void =>
  answerRefusal(response, bodyTooLarge(MAX_BODY_BYTES));

async function within(limitMs: number, name: string, work: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} took longer than ${limitMs} ms`)), limitMs);
  });
  try {
    await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
