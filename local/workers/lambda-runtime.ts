import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';

/** What a handler says of its answer before the first byte. */
export interface Prelude {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string | number | boolean>> | undefined;
  readonly multiValueHeaders?:
    | Readonly<Record<string, readonly (string | number | boolean)[]>>
    | undefined;
  readonly cookies?: readonly string[];
}

const STREAMING = Symbol.for('aws.lambda.runtime.handler.streaming');

/** The stream that the runtime hands to a streaming handler; here it writes an HTTP answer. */
export class ResponseStream extends Writable {
  readonly #response: ServerResponse;
  #prelude: Prelude | undefined;

  constructor(response: ServerResponse) {
    super({ highWaterMark: 256 * 1024 });
    this.#response = response;
    // A reader that leaves is no defect; the handler learns of it by its next write.
    this.on('error', () => undefined);
    response.once('close', () => {
      if (!this.writableFinished) this.destroy(new Error('the caller closed the connection'));
    });
  }

  /** Part of the runtime's surface; the type of an HTTP answer is among the prelude's headers. */
  setContentType(_type: string): void {}

  /** Keeps what `HttpResponseStream.from` was given until the first write. */
  setPrelude(prelude: Prelude): void {
    this.#prelude = prelude;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void) {
    try {
      this.#begin();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    this.#response.write(chunk, (error) => done(error ?? null));
  }

  override _final(done: (error?: Error | null) => void): void {
    try {
      this.#begin();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    this.#response.end(() => done());
  }

  #begin(): void {
    if (this.#response.headersSent) return;
    if (!this.#prelude) throw new Error('a streamed answer begins with HttpResponseStream.from');
    writePrelude(this.#response, this.#prelude);
    this.#response.flushHeaders();
  }
}

/** Sets status and headers; the many values of a header win over its single one. */
export function writePrelude(response: ServerResponse, prelude: Prelude): void {
  response.statusCode = prelude.statusCode;
  for (const [name, value] of Object.entries(prelude.headers ?? {}))
    response.setHeader(name, String(value));
  for (const [name, values] of Object.entries(prelude.multiValueHeaders ?? {}))
    response.setHeader(name, values.map(String));
  if (prelude.cookies?.length) response.setHeader('set-cookie', [...prelude.cookies]);
}

type Handler = (...args: never[]) => unknown;

const awslambda = {
  streamifyResponse: <H extends Handler>(handler: H): H =>
    Object.assign(handler, { [STREAMING]: 'response' }),
  HttpResponseStream: {
    from: (stream: ResponseStream, prelude: Prelude): ResponseStream => {
      stream.setContentType('application/vnd.awslambda.http-integration-response');
      // As on its way through the runtime: what JSON cannot carry is lost.
      stream.setPrelude(JSON.parse(JSON.stringify(prelude)) as Prelude);
      return stream;
    },
  },
};

/**
 * Puts `awslambda` where the Lambda Node.js runtime has it. To be called before a handler is
 * imported.
 */
export const installRuntime = (): void => {
  // The store of invocations stands there too.
  const found: object = Reflect.get(globalThis, 'awslambda') ?? {};
  Object.assign(globalThis, { awslambda: Object.assign(found, awslambda) });
};

/** True for a handler that `awslambda.streamifyResponse` marked. */
export const isStreaming = (handler: object): boolean =>
  Reflect.get(handler, STREAMING) === 'response';
