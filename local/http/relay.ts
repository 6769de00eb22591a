import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';

/** An address on loopback that stays the same, whoever answers behind it. */
export interface Relay {
  readonly endpoint: string;
  close(): void;
}

/**
 * Passes each connection on to where `target` says at that moment, in both directions and until
 * either side ends it. Callers wait while `target` does.
 */
export async function startRelay(target: () => Promise<URL>): Promise<Relay> {
  const server = createServer({ pauseOnConnect: true }, async (caller) => {
    // Who leaves before there is anyone to answer is missed by nobody.
    caller.on('error', () => undefined);
    const { hostname, port } = await target();
    const answering = connect(Number(port), hostname);
    pipeline(caller, answering, () => undefined);
    pipeline(answering, caller, () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
