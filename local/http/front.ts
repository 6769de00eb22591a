import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { answerRefusal } from '../gateway/answer-error.ts';
import { drainAfterAnswer } from '../service/linger.ts';
import { answerHalfClosed } from './half-closed.ts';
import { httpServer, type Listener } from './http-server.ts';
import { hostRefusal } from './own-hosts.ts';
import { takeHostOfTarget } from './request-target.ts';

export interface Front {
  /** The address that callers on this machine use. */
  readonly baseUrl: string;
  /** Answers from now on; requests that came before have waited. */
  open(listener: Listener): void;
  close(graceMs: number): Promise<void>;
}

interface Options {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** The address under which callers elsewhere know this service. */
  readonly publicUrl?: string | undefined;
}

const noAddress = (host: string) =>
  `HOST is ${JSON.stringify(host)}, which is no address of this machine. Set 127.0.0.1, or 0.0.0.0 for all of them.`;

/** What is wrong where nothing can listen, by the code of the system. */
const SAID: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_, port) => `Port ${port} is in use. Set PORT to another one.`,
  EACCES: (_, port) => `Port ${port} may not be taken by this user. Set PORT to one above 1023.`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
};

/**
 * Takes the port before anything else is started, so that a port in use is found out at once.
 * @throws Error in words for a person when the port is taken, or is not to be had at that address
 */
export async function openFront({ host, port, publicUrl }: Options): Promise<Front> {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  const { promise: opened, resolve: open } = Promise.withResolvers<Listener>();
  const server = httpServer((request, response) => {
    // For answers from here; the gateway replaces it by the id under which the call is logged.
    response.setHeader('x-request-id', randomUUID());
    const refusal = hostRefusal(request, takeHostOfTarget(request), publicHost);
    if (refusal) {
      answerRefusal(response, refusal);
      drainAfterAnswer(request, response);
      return;
    }
    void opened.then((listener) => listener(request, response));
  });
  answerHalfClosed(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const said = SAID[error.code ?? '']?.(host, port);
      reject(said === undefined ? error : new Error(said, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const address = server.address() as AddressInfo;
  return {
    baseUrl: `http://${name.includes(':') ? `[${name}]` : name}:${address.port}`,
    open,
    async close(graceMs) {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const late = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(late);
    },
  };
}
