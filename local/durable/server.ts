import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { EngineAccess } from '../engine-access.ts';
import { bodyBytes } from '../http/body-bytes.ts';
import { httpServer } from '../http/http-server.ts';
import { S3Error } from '../object-store/s3-error.ts';
import { verifySignature } from '../object-store/signature.ts';
import { asInvocation, traceOf } from '../workers/invocations.ts';
import { Superseded } from './execution-store.ts';
import type { LocalExecutions } from './executions.ts';
import { invalidParameter, invalidToken, LambdaError, notFound } from './lambda-error.ts';
import { ErrorObject, OperationUpdate, onTheWire, Payload } from './operation.ts';

export interface DurableServer {
  readonly endpoint: string;
  close(): Promise<void>;
}

interface Options {
  readonly access: EngineAccess;
  /** The executions, once they are taken up. */
  readonly executions: Promise<LocalExecutions>;
  /** Told of defects, which callers see as a bare 500. */
  readonly onDefect: (error: unknown) => void;
}

/** Lambda's own limit of a checkpoint is lower; its SDK sends 750 kB. */
const MAX_BODY_BYTES = 1024 ** 2;
const MAX_BODY_MS = 15_000;
const MAX_UPDATES = 500;

const Checkpoint = z.object({
  CheckpointToken: z.string().min(1),
  ClientToken: z.string().optional(),
  Updates: z.array(OperationUpdate).max(MAX_UPDATES).default([]),
});

interface Call {
  readonly request: IncomingMessage;
  /** Aborts when the caller waits no more. */
  readonly left: AbortSignal;
  readonly query: URLSearchParams;
  readonly body: string;
  /** What the path names: a function, an execution or a callback. */
  readonly named: string;
}

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** JSON that is sent as it is. */
  readonly text?: string;
}

type Action = (executions: LocalExecutions, call: Call) => Promise<Answer>;

const ACTIONS: readonly (readonly [method: string, path: RegExp, action: Action])[] = [
  ['POST', /^\/2015-03-31\/functions\/([^/]+)\/invocations$/, invocation],
  ['POST', /^\/2025-12-01\/durable-executions\/([^/]+)\/checkpoint$/, checkpoint],
  ['GET', /^\/2025-12-01\/durable-executions\/([^/]+)\/state$/, state],
  ['POST', /^\/2025-12-01\/durable-execution-callbacks\/([^/]+)\/succeed$/, succeed],
  ['POST', /^\/2025-12-01\/durable-execution-callbacks\/([^/]+)\/fail$/, fail],
];

/**
 * Serves the part of Lambda's interface that durable executions need: on loopback, to requests that
 * are signed with the key pair of `access`.
 * https://docs.aws.amazon.com/lambda/latest/api/API_CheckpointDurableExecution.html
 */
export async function serveDurable(options: Options): Promise<DurableServer> {
  const server = httpServer((request, response) => {
    const left = new AbortController();
    response.once('close', () => left.abort());
    void answer(request, left.signal, options)
      .catch((error: unknown) => refusalOf(error, options))
      .then((made) => send(response, made));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function answer(
  request: IncomingMessage,
  left: AbortSignal,
  { access, executions }: Options,
): Promise<Answer> {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://loopback');
  const body = await bodyOf(request);
  await verifySignature(request, pathname, query, {
    ...access,
    service: 'lambda',
    payload: createHash('sha256').update(body).digest('hex'),
    now: () => new Date(),
  });
  for (const [method, path, action] of ACTIONS) {
    const named = path.exec(pathname)?.[1];
    if (method !== request.method || named === undefined) continue;
    const call = { request, left, query, body: body.toString(), named: decodeURIComponent(named) };
    return action(await executions, call);
  }
  throw notFound(`${request.method} ${pathname}`);
}

/** An event starts an execution of a durable function; any other function is waited for. */
function invocation(executions: LocalExecutions, call: Call): Promise<Answer> {
  const isEvent = call.request.headers['x-amz-invocation-type'] === 'Event';
  return isEvent ? start(executions, call) : waitFor(executions, call);
}

async function waitFor(executions: LocalExecutions, call: Call): Promise<Answer> {
  const { named, body, left } = call;
  const made = await executions.call(named, body === '' ? '{}' : body, left);
  if ('result' in made) return { text: made.result };
  const { ErrorType: errorType, ErrorMessage: errorMessage } = made.error;
  const headers = { 'x-amz-function-error': 'Unhandled' };
  return { headers, body: { errorType, errorMessage } };
}

async function start(executions: LocalExecutions, { request, named, body }: Call): Promise<Answer> {
  const name = String(request.headers['x-amz-durable-execution-name'] ?? '');
  if (!/^[\w-]{1,64}$/.test(name))
    throw invalidParameter('An execution name has 1 to 64 letters, digits, - and _.');
  const payload = parsed(Payload, body === '' ? '{}' : body);
  const trace = traceOf(request.headers['x-amzn-trace-id']);
  const { arn } = await asInvocation(name, trace, () => executions.start(named, name, payload));
  return { status: 202, headers: { 'x-amz-durable-execution-arn': arn } };
}

async function checkpoint(executions: LocalExecutions, { named, body }: Call): Promise<Answer> {
  const {
    CheckpointToken: token,
    ClientToken: clientToken,
    Updates: updates,
  } = parsed(Checkpoint, json(body));
  const execution = await executions.find(named);
  const made = await execution.checkpoint({ token, clientToken, updates });
  const { CheckpointToken, operations } = made;
  return {
    body: { CheckpointToken, NewExecutionState: { Operations: operations.map(onTheWire) } },
  };
}

async function state(executions: LocalExecutions, { named, query }: Call): Promise<Answer> {
  const execution = await executions.find(named);
  const { page } = executions;
  const asked = Number(query.get('MaxItems') ?? page.operations);
  const operations = Math.min(page.operations, asked > 0 ? asked : page.operations);
  const { Operations, NextMarker } = execution.page(
    query.get('CheckpointToken') ?? '',
    query.get('Marker') ?? undefined,
    { ...page, operations },
  );
  return { body: { Operations: Operations.map(onTheWire), NextMarker } };
}

async function succeed(executions: LocalExecutions, { named, body }: Call): Promise<Answer> {
  await executions.callBack(named, { Result: body === '' ? undefined : parsed(Payload, body) });
  return { body: {} };
}

async function fail(executions: LocalExecutions, { named, body }: Call): Promise<Answer> {
  const error = parsed(ErrorObject, body === '' ? {} : json(body));
  await executions.callBack(named, { Error: error });
  return { body: {} };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bodyBytes(request, { wholeMs: MAX_BODY_MS })) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES)
      throw new LambdaError(
        413,
        'RequestTooLargeException',
        `A request has at most ${MAX_BODY_BYTES} bytes.`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function json(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw invalidParameter('The body is not JSON.');
  }
}

function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidParameter(z.prettifyError(result.error));
}

function refusalOf(thrown: unknown, { onDefect }: Options): Answer {
  const error = thrown instanceof Superseded ? invalidToken() : thrown;
  const known = error instanceof LambdaError || error instanceof S3Error;
  if (!known) onDefect(error);
  const { status, code, message } = known
    ? error
    : { status: 500, code: 'ServiceException', message: 'An error occurred.' };
  return { status, headers: { 'x-amzn-errortype': code }, body: { Type: 'User', message } };
}

function send(response: ServerResponse, { status = 200, headers = {}, body, text }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(text ?? (body === undefined ? '' : JSON.stringify(body)));
}
