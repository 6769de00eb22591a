import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';

/** A call as it came over the wire, with its JSON body. */
export interface WireCall {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
  readonly atMs: number;
}

export type Reply = (response: ServerResponse) => void;

export const replyJson =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

/** Breaks the connection off before an answer. */
export const hangUp: Reply = (response) => response.socket?.destroy();
/** Takes the request and says nothing. */
export const silence: Reply = () => undefined;

/**
 * A server on loopback that answers with its script, reply by reply, and keeps what it was sent.
 */
export class ScriptedServer {
  readonly calls: WireCall[] = [];
  script: Reply[] = [];
  readonly #server;

  constructor(protocol: 'http/1.1' | 'h2' = 'http/1.1') {
    // Node's HTTP/2 server hands over requests and responses that look as those of HTTP/1.1 do.
    this.#server =
      protocol === 'h2'
        ? createHttp2Server((request, response) =>
            this.#answer(request as never, response as never),
          )
        : createServer((request, response) => this.#answer(request, response));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const { url: path = '', headers } = request;
    this.calls.push({ path, headers, body, atMs: performance.now() });
    (this.script.shift() ?? replyJson(500, { message: 'the script is over' }))(response);
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  reset(): void {
    this.calls.length = 0;
    this.script = [];
  }

  stop(): void {
    if ('closeAllConnections' in this.#server) this.#server.closeAllConnections();
    this.#server.close();
  }
}
