import { once } from 'node:events';
import {
  Agent,
  request as ask,
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { hasBody, type Line, sendOn } from './broken-answer.ts';
import { type Fault, needsBody, RESTART_MS, STALL_MS } from './fault.ts';
import { reset, startRelay } from './relay.ts';

/** A request, as far as it takes to choose which ones are hit. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  /** The operation of an AWS JSON service, without its version; else empty. */
  readonly operation: string;
}

export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Refuse = (why: 'broken' | 'overloaded' | 'throttled', asked: Asked) => Refusal;

export interface FaultProxyOptions {
  /** Port of the far side, which speaks plain HTTP. */
  readonly target: number;
  /** With it the near side speaks TLS. */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined;
  /** How a far side of this kind says that it cannot. */
  readonly refuse: Refuse;
  /**
   * Requests that wait for something to come. They count when it does, by the text of their answer.
   */
  readonly polls?: { readonly are: (asked: Asked) => boolean; readonly brings: RegExp };
}

/** A request that has passed. */
export interface Passed extends Asked {
  /** Whether its answer has a body. */
  readonly hasBody: boolean;
}

export interface FaultProxy {
  readonly port: number;
  /**
   * From now on the requests that `concerns` names are counted, and `fault` hits its share of them.
   */
  plan(concerns: (asked: Asked) => boolean, fault?: Fault): void;
  /**
   * Requests that were answered since the last plan; of those that poll, the ones that brought
   * something.
   */
  passed(): readonly Passed[];
  /** Requests that were hit since the last plan. */
  hits(): number;
  close(): Promise<void>;
}

/** Stands between a client and a far side, and hits the requests that a plan names. */
export async function startFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const { target, tls, refuse, polls } = options;
  const agent = new Agent({ keepAlive: true });
  const closing = new AbortController();
  let concerned: (asked: Asked) => boolean = () => false;
  let planned: Fault | undefined;
  let passed: Passed[] = [];
  let met = 0;
  let hits = 0;

  /** The fault, when it hits this request; whether by its body is known when there is one. */
  const hitNow = (byBody: boolean): Fault | undefined => {
    if (!planned || needsBody(planned.kind) !== byBody) return undefined;
    met += 1;
    if (met < planned.at || hits >= planned.times) return undefined;
    hits += 1;
    return planned;
  };
  const lineOf = (socket: Socket): Line => ({
    cut: () => reset(socket),
    end: () => socket.end(),
    spoil: tls && (() => relay.spoil(socket.remotePort ?? 0)),
    closing: closing.signal,
  });
  const stall = () => wait(STALL_MS, undefined, { signal: closing.signal }).catch(() => undefined);

  const pass = async (
    request: IncomingMessage,
    response: ServerResponse,
    line: Line,
  ): Promise<void> => {
    const asked = askedOf(request);
    const concerns = concerned(asked);
    const polling = polls?.are(asked) === true;
    let fault = concerns && !polling ? hitNow(false) : undefined;
    if (fault?.where === 'asking' || fault?.kind === 'throttled') {
      if (fault.kind === 'stall') await stall();
      else return breakOff(fault, request, response, line);
      fault = undefined;
    }
    const answer = await forward(request);
    let chunks: AsyncIterable<Buffer> = answer;
    let brings = true;
    if (polling) {
      const whole = Buffer.concat(await answer.toArray());
      chunks = Readable.from([whole]);
      brings = polls?.brings.test(whole.toString()) === true;
      if (concerns && brings) fault = hitNow(false);
    }
    const withBody = hasBody(answer, request.method);
    if (brings) passed.push({ ...asked, hasBody: withBody });
    if (concerns && brings && withBody) fault = hitNow(true) ?? fault;
    if (fault && !showsInBody(fault, answer, request)) {
      answer.destroy();
      if (fault.kind === 'stall') await stall();
      return breakOff(fault, request, response, line);
    }
    await sendOn(answer, chunks, response, line, fault);
  };

  /** Answers nothing, or something else than what was asked for. */
  const breakOff = (
    { kind }: Fault,
    request: IncomingMessage,
    response: ServerResponse,
    { cut }: Line,
  ): void => {
    if (kind === 'restart') void relay.restart(RESTART_MS);
    const why = REFUSALS[kind];
    if (why === undefined) {
      cut();
      return;
    }
    const { status, headers, body } = refuse(why, askedOf(request));
    request.resume();
    response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
  };

  const forward = async (request: IncomingMessage): Promise<IncomingMessage> => {
    const asking = ask({
      host: '127.0.0.1',
      port: target,
      agent,
      setDefaultHeaders: false,
      method: request.method,
      path: request.url,
      headers: endToEnd(request.rawHeaders),
    });
    const answered = once(asking, 'response');
    // An answer may come before all of the request was sent.
    const sent = pipeline(request, asking);
    sent.catch(() => undefined);
    const [answer] = (await answered) as [IncomingMessage];
    return answer;
  };

  const listen = (request: IncomingMessage, response: ServerResponse): void => {
    // Once the connection has ended the request no longer tells which it was.
    const line = lineOf(request.socket);
    response.on('error', () => undefined);
    pass(request, response, line).catch(() => line.cut());
  };
  const server = tls ? createSecureServer(tls, listen) : createServer(listen);
  server.keepAliveTimeout = 75_000;
  server.requestTimeout = 0;
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    response.writeContinue();
    listen(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const relay = await startRelay((server.address() as AddressInfo).port);
  return {
    port: relay.port,
    plan(concerns, fault) {
      concerned = concerns;
      planned = fault;
      passed = [];
      met = 0;
      hits = 0;
    },
    passed: () => passed,
    hits: () => hits,
    async close() {
      closing.abort();
      await relay.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}

/** Kinds that are an answer of the far side. */
const REFUSALS: Partial<Record<Fault['kind'], Parameters<Refuse>[0]>> = {
  '500 in bursts': 'broken',
  '503 in bursts': 'overloaded',
  throttled: 'throttled',
};

/** Whether what was answered still goes out, as far as the fault lets it. */
const showsInBody = (
  { kind, where }: Fault,
  answer: IncomingMessage,
  { method }: IncomingMessage,
): boolean =>
  needsBody(kind) ||
  (where === 'answering' &&
    REFUSALS[kind] === undefined &&
    kind !== 'restart' &&
    hasBody(answer, method));

const askedOf = ({ method = '', url = '', headers }: IncomingMessage): Asked => ({
  method,
  path: url,
  operation: String(headers['x-amz-target'] ?? '').replace(/^[^.]*\./, ''),
});

/** Names and values by turns, without those of one connection. */
const endToEnd = (raw: readonly string[]): string[] =>
  raw.filter((_, at) => !/^(connection|expect|keep-alive)$/i.test(raw[at - (at % 2)] ?? ''));
