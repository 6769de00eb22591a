import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What a function answered: JSON in one piece, or a stream while it comes. */
export type FunctionAnswer =
  | { readonly json: unknown }
  | { readonly stream: IncomingMessage; readonly taken: () => void };

interface Invocation {
  readonly event: unknown;
  readonly id: string;
  readonly deadlineMs: number;
  readonly settle: (answer: FunctionAnswer) => void;
  readonly fail: (error: Error) => void;
}

/** Lambda refuses larger answers of functions that do not stream. */
const MAX_ANSWER_BYTES = 6 * 1024 ** 2;

/**
 * The Runtime API that a function's process asks for events, on a port of its own.
 * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 */
export class RuntimeApi {
  readonly #waiting: Invocation[] = [];
  readonly #running = new Map<string, Invocation>();
  readonly #arn: string;
  #asking: ServerResponse | undefined;
  #broken: Error | undefined;
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch((error: Error) => this.break(error));
  });

  constructor(arn: string) {
    this.#arn = arn;
  }

  async start(): Promise<string> {
    this.#server.requestTimeout = 0;
    // A function may wait long for its next event.
    this.#server.keepAliveTimeout = 0;
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  invoke(event: unknown, timeoutMs: number, id: string = randomUUID()): Promise<FunctionAnswer> {
    return new Promise((settle, fail) => {
      if (this.#broken) return fail(this.#broken);
      this.#waiting.push({ event, id, deadlineMs: Date.now() + timeoutMs, settle, fail });
      this.#handOut();
    });
  }

  /** Nothing more is answered; what waits fails with this. */
  break(error: Error): void {
    this.#broken ??= error;
    for (const { fail } of [...this.#waiting, ...this.#running.values()]) fail(error);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #handOut(): void {
    const [asking, next] = [this.#asking, this.#waiting[0]];
    if (!asking || !next) return;
    this.#waiting.shift();
    this.#asking = undefined;
    this.#running.set(next.id, next);
    asking
      .writeHead(200, {
        'content-type': 'application/json',
        'lambda-runtime-aws-request-id': next.id,
        'lambda-runtime-deadline-ms': String(next.deadlineMs),
        'lambda-runtime-invoked-function-arn': this.#arn,
        'lambda-runtime-trace-id': 'Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=0',
      })
      .end(JSON.stringify(next.event));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace('/2018-06-01/runtime/', '');
    if (path === 'invocation/next') {
      this.#asking = response;
      return this.#handOut();
    }
    const accepted = () => response.writeHead(202).end('{"status":"OK"}');
    if (path === 'init/error') {
      this.break(new Error(`could not start: ${await buffer(request)}`));
      return void accepted();
    }
    const [, id = '', what = ''] = /^invocation\/([^/]+)\/(response|error)$/.exec(path) ?? [];
    const invocation = this.#running.get(id);
    if (!invocation) return void response.writeHead(400).end();
    this.#running.delete(id);
    if (request.headers['lambda-runtime-function-response-mode'] === 'streaming') {
      return invocation.settle({ stream: request, taken: accepted });
    }
    const body = await buffer(request);
    accepted();
    if (what === 'error') return invocation.fail(new Error(body.toString()));
    if (body.length > MAX_ANSWER_BYTES) {
      return invocation.fail(new Error(`an answer of ${body.length} bytes`));
    }
    invocation.settle({ json: JSON.parse(body.toString()) });
  }
}
