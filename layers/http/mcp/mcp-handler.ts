import middy from '@middy/core';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import {
  createMcpHandler,
  type McpServer,
  type Server,
  specTypeSchemas,
} from '@modelcontextprotocol/server';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Scope } from '../../domain/accounts/credential.ts';
import { DomainError } from '../../domain/errors.ts';
import { type ApiEvent, requirePlain, textOf } from '../api-event.ts';
import { baseUrl } from '../base-url.ts';
import { CallLog } from '../call-log.ts';
import { challenge } from '../challenge.ts';
import { credentialsOf, requireOwnOrigin, requireScope } from '../credentials.ts';
import { throughEdge } from '../edge-challenge.ts';
import { listHeaderOf, soleHeaderOf } from '../header.ts';
import type { ApiHandler, Gate } from '../http-handler.ts';
import { isOwnOrigin } from '../own-origin.ts';
import { parseJson } from '../parse-json.ts';
import { errorReply } from '../reply.ts';
import type { Route } from '../route.ts';
import { FOREIGN_PAGE } from '../unrouted.ts';
import { asJson, BOTH_TYPES, takenTypes } from './accepted.ts';
import { faultOf } from './envelope.ts';
import type { McpCall } from './mcp-server.ts';
import { webRequest, webResult } from './web-exchange.ts';

/** Left of a function's time for answering that it ran out. */
const CLOSING_MS = 500;
/**
 * Between two comments of a stream: the gateway cuts what is silent for five minutes, others
 * sooner.
 */
const COMMENT_MS = 15_000;

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** A message as far as the edge looks into it: all of it is the library's to judge. */
interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: {
    readonly name?: unknown;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
}

interface Protocol {
  /**
   * What is known of a tool before it is called: the scope it needs, and whether it waits.
   */
  readonly toolNamed: (
    name: unknown,
  ) => { readonly scope: Scope; readonly waits?: boolean } | undefined;
  /** Makes the server that answers one message. */
  readonly serverOf: (call: McpCall) => Server | McpServer;
}

/**
 * Answers messages of the Model Context Protocol, statelessly, in every revision that the library
 * speaks. Who calls is judged as at every other route, and before the message is; one line of log
 * for each, without its content.
 */
export function mcpHandler(
  route: Pick<Route, 'name' | 'path' | 'scope' | 'asks' | 'isResource' | 'ticket'>,
  gate: Gate,
  { toolNamed, serverOf }: Protocol,
): ApiHandler {
  const log = new CallLog('mcp', route);
  return middy<ApiEvent, APIGatewayProxyResult>({
    timeoutEarlyInMillis: CLOSING_MS,
    executionMode: executionModeStreamifyResponse,
  })
    .handler(async (event: ApiEvent, _context, { signal }) => {
      log.begun(event);
      refuseForeignOrigin(event);
      const who = await gate.authenticate(credentialsOf(route, event));
      log.note(event, { org_id: who.orgId });
      requireOwnOrigin(who, event);
      // Each tool names its own scope below; whatever else is said is open to who has one of them.
      if (!route.asks?.some((scope) => who.scopes.includes(scope))) requireScope(route, who);
      requirePlain(event);
      const text = textOf(event);
      const message = messageIn(text);
      const { requestId } = event.requestContext;
      if (message instanceof DomainError) {
        return refused(event, 400, { id: null, code: -32700, message: message.message });
      }
      // Scope and rate are judged of one call: a list of several, which revisions before 2025-06-18
      // had, would bring in more under the first.
      if (typeof message !== 'object' || Array.isArray(message)) {
        const why = 'Send one message, a JSON object, in each request.';
        return refused(event, 400, { id: null, code: -32600, message: why });
      }
      const { method, params } = message;
      const id = typeof message.id === 'string' || Number.isFinite(message.id) ? message.id : null;
      const fault = faultOf(message);
      if (fault !== undefined) return refused(event, 400, { id, code: -32600, message: fault });
      // Nothing changes while a stream is open; the library would hold one open for nothing.
      if (method === 'subscriptions/listen') {
        const why = 'There is nothing to subscribe to here.';
        return refused(event, 404, { id, code: -32601, message: why });
      }
      const takes = takenTypes(listHeaderOf(event, 'accept'));
      if (!takes.json && !takes.stream) {
        const why =
          'Answers are application/json or text/event-stream: accept one of them, or both.';
        return refused(event, 406, { id, code: -32000, message: why });
      }
      const isCall = method === 'tools/call';
      const misfit = await misfitOf(message);
      if (misfit !== undefined) {
        // A client reads the error of a call out of an answer; of another status it tells that alone.
        const status = isCall ? 200 : 400;
        return refused(event, status, { id, code: -32602, message: misfit });
      }
      const tool = isCall ? toolNamed(params?.name) : undefined;
      if (tool) requireScope(tool, who);
      const refusal = await refusalOf(gate.admit(who));
      if (refusal && !isCall) throw refusal;

      const left = new AbortController();
      let failure: unknown;
      const failed = (error: unknown) => {
        failure = error;
      };
      const call = { who, baseUrl: baseUrl(event), refusal, failed, left: left.signal };
      const { fetch } = createMcpHandler(({ era }) => serverOf({ ...call, era }), {
        responseMode: tool?.waits ? 'sse' : 'auto',
        keepAliveMs: COMMENT_MS,
        onerror: (error) => log.debug('refused by the protocol', error),
      });
      const address = `${call.baseUrl}${event.path}`;
      const request = webRequest(event, address, text, AbortSignal.any([signal, left.signal]));
      request.headers.set('accept', BOTH_TYPES);
      const answer = await fetch(request, { parsedBody: message });
      const response = takes.stream ? answer : await asJson(answer);
      log.note(event, { method: wordOf(method), ...(isCall && { tool: wordOf(params?.name) }) });
      let isLogged = false;
      return webResult(response, {
        headers: {
          ...HEADERS,
          'x-request-id': requestId,
          ...(refusal && { 'retry-after': String(refusal.detail.retryAfterSeconds ?? 1) }),
        },
        ended: (error) => {
          left.abort();
          if (!isLogged) log.ended(event, response.status, error ?? failure);
          isLogged = true;
        },
      });
    })
    .onError((request) => {
      const { event, error } = request;
      const refusal = errorReply(error, event.requestContext.requestId, (type) =>
        challenge(type, route, event),
      );
      request.response = throughEdge(event, refusal);
      log.ended(event, refusal.statusCode, error ?? undefined);
    });

  function refused(
    event: ApiEvent,
    statusCode: number,
    { id, ...error }: { id: unknown; code: number; message: string },
  ): APIGatewayProxyResult {
    log.ended(event, statusCode);
    const { requestId } = event.requestContext;
    const headers = { ...HEADERS, 'content-type': 'application/json', 'x-request-id': requestId };
    return { statusCode, headers, body: JSON.stringify({ jsonrpc: '2.0', id, error }) };
  }
}

/**
 * A page of somebody else's may not speak through a browser, be it with a credential of its own
 * (transports, security warning). Programs send no Origin.
 * @throws DomainError insufficient_scope
 */
function refuseForeignOrigin(event: ApiEvent): void {
  const origin = soleHeaderOf(event, 'Origin');
  if (origin === undefined || isOwnOrigin(origin, baseUrl(event))) return;
  const { type, message, reason } = FOREIGN_PAGE;
  throw new DomainError(type, message, { reason });
}

/** A message, or why the text is none. */
function messageIn(text: string): Message | DomainError {
  try {
    return (parseJson(text) ?? {}) as Message;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/**
 * What is wrong with a handshake or with the call of a tool, where the library would say that it
 * failed itself, or print a list of its findings; undefined for what is right. A revision without a
 * handshake says so in its `_meta`.
 */
async function misfitOf({ method, params }: Message): Promise<string | undefined> {
  const isModern = params?._meta?.['io.modelcontextprotocol/protocolVersion'] !== undefined;
  const { CallToolRequestParams, InitializeRequestParams } = specTypeSchemas;
  const isHandshake = method === 'initialize' && !isModern;
  if (!isHandshake && method !== 'tools/call') return undefined;
  const schema = isHandshake ? InitializeRequestParams : CallToolRequestParams;
  const judged = await schema['~standard'].validate(params);
  const [issue] = judged.issues ?? [];
  if (!issue) return undefined;
  const path = ['params', ...(issue.path ?? [])].map(String).join('.');
  return `Invalid params for ${method}: ${path}: ${issue.message}`;
}

const refusalOf = async (admitted: Promise<void>): Promise<DomainError | undefined> => {
  try {
    await admitted;
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
};

/** A name as far as it may go into a log. */
const wordOf = (name: unknown): string =>
  typeof name === 'string' && /^[\w/]{1,60}$/.test(name) ? name : 'unknown';
