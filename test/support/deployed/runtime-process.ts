import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';

/**
 * The part of the Lambda Node.js 24 runtime that a function meets: it loads the handler that
 * `_HANDLER` names from LAMBDA_TASK_ROOT, and works off events of the Runtime API one by one.
 * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 */
const { AWS_LAMBDA_RUNTIME_API: api = '', LAMBDA_TASK_ROOT = '', _HANDLER = '' } = process.env;
const agent = new Agent({ keepAlive: true });
const STREAMING = Symbol.for('aws.lambda.runtime.handler.streaming');
const PRELUDE_END = Buffer.alloc(8);

type Headers = Readonly<Record<string, string>>;

function call(method: string, path: string, headers: Headers = {}): ClientRequest {
  const [host, port] = api.split(':');
  return request({ agent, host, port, method, path: `/2018-06-01/runtime/${path}`, headers });
}

async function send(path: string, body: string, headers: Headers = {}): Promise<void> {
  const posting = call('POST', path, { 'content-type': 'application/json', ...headers });
  posting.end(body);
  const [answer]: IncomingMessage[] = await once(posting, 'response');
  await text(answer as IncomingMessage);
}

/** Sent piece by piece; the first bytes of an answer to HTTP tell its status and headers. */
class ResponseStream extends Writable {
  readonly #path: string;
  #contentType = 'application/octet-stream';
  #prelude = Buffer.alloc(0);
  #posting: ClientRequest | undefined;

  constructor(path: string) {
    super({ highWaterMark: 64 * 1024 });
    this.#path = path;
  }
  setContentType(type: string): void {
    this.#contentType = type;
  }
  setPrelude(prelude: object): void {
    this.#prelude = Buffer.concat([Buffer.from(JSON.stringify(prelude)), PRELUDE_END]);
  }
  #begun(): ClientRequest {
    if (this.#posting) return this.#posting;
    this.#posting = call('POST', this.#path, {
      'content-type': this.#contentType,
      'lambda-runtime-function-response-mode': 'streaming',
      'transfer-encoding': 'chunked',
    });
    this.#posting.once('error', (error) => this.destroy(error));
    if (this.#prelude.length > 0) this.#posting.write(this.#prelude);
    return this.#posting;
  }
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void) {
    this.#begun().write(chunk, (error) => done(error ?? null));
  }
  override _final(done: () => void): void {
    const posting = this.#begun();
    posting.once('response', (answer: IncomingMessage) => answer.resume().once('end', done));
    posting.end();
  }
}

Object.assign(globalThis, {
  awslambda: {
    streamifyResponse: (handler: object) => Object.assign(handler, { [STREAMING]: 'response' }),
    HttpResponseStream: {
      from(stream: ResponseStream, prelude: object) {
        stream.setContentType('application/vnd.awslambda.http-integration-response');
        stream.setPrelude(prelude);
        return stream;
      },
    },
  },
});

const told = (error: unknown) => {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return JSON.stringify({ errorType: name, errorMessage: message, trace: stack?.split('\n') });
};

async function load(): Promise<(...given: unknown[]) => unknown> {
  const at = _HANDLER.lastIndexOf('.');
  const module = await import(join(LAMBDA_TASK_ROOT, `${_HANDLER.slice(0, at)}.mjs`));
  const handler = module[_HANDLER.slice(at + 1)];
  if (typeof handler !== 'function') throw new Error(`${_HANDLER} is undefined or not exported`);
  // Node.js 24 has no handlers that answer by a callback.
  if (handler.length > 2 && !(STREAMING in handler))
    throw new Error(`${_HANDLER} takes a callback`);
  return handler;
}

async function workOff(handler: (...given: unknown[]) => unknown): Promise<void> {
  const asking = call('GET', 'invocation/next');
  asking.end();
  const [next]: IncomingMessage[] = await once(asking, 'response');
  const event: unknown = JSON.parse(await text(next as IncomingMessage));
  const header = (name: string) => String(next?.headers[`lambda-runtime-${name}`] ?? '');
  const id = header('aws-request-id');
  process.env['_X_AMZN_TRACE_ID'] = header('trace-id');
  const context = {
    callbackWaitsForEmptyEventLoop: true,
    functionName: process.env['AWS_LAMBDA_FUNCTION_NAME'],
    functionVersion: process.env['AWS_LAMBDA_FUNCTION_VERSION'],
    memoryLimitInMB: process.env['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'],
    logGroupName: process.env['AWS_LAMBDA_LOG_GROUP_NAME'],
    logStreamName: process.env['AWS_LAMBDA_LOG_STREAM_NAME'],
    awsRequestId: id,
    invokedFunctionArn: header('invoked-function-arn'),
    getRemainingTimeInMillis: () => Number(header('deadline-ms')) - Date.now(),
  };
  try {
    if (STREAMING in handler) {
      const stream = new ResponseStream(`invocation/${id}/response`);
      await handler(event, stream, context);
      if (!stream.writableEnded) stream.end();
      await finished(stream);
      return;
    }
    await send(
      `invocation/${id}/response`,
      JSON.stringify((await handler(event, context)) ?? null),
    );
  } catch (error) {
    await send(`invocation/${id}/error`, told(error));
  }
}

try {
  const handler = await load();
  for (;;) await workOff(handler);
} catch (error) {
  await send('init/error', told(error));
  throw error;
}
