import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Carries connections to a port of this machine, and can break them as a network does. */
export interface Relay {
  readonly port: number;
  /** Cuts every connection and refuses new ones for a while. */
  restart(downMs: number): Promise<void>;
  /**
   * Changes one byte of what comes next from the far side, on the connection that it sees from
   * `port`.
   */
  spoil(port: number): void;
  close(): Promise<void>;
}

/** Ends a connection by a reset; one whose end is on its way already cannot be reset any more. */
export function reset(socket: Socket): void {
  if (socket.destroyed || socket.writableEnded || 'encrypted' in socket) socket.destroy();
  else socket.resetAndDestroy();
}

export async function startRelay(target: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  const spoiled = new Set<number>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    const join = (from: Socket, to: Socket) => {
      sockets.add(from);
      from.on('end', () => to.end());
      // A reset on one side is a reset on the other.
      from.on('error', () => reset(to));
      from.once('close', () => {
        sockets.delete(from);
        if (!to.writableEnded) to.destroy();
      });
    };
    join(near, far);
    join(far, near);
    near.on('data', (chunk) => {
      if (!far.write(chunk)) near.pause();
    });
    far.on('drain', () => near.resume());
    far.on('data', (chunk) => {
      if (spoiled.delete(far.localPort ?? 0)) {
        const last = chunk.length - 1;
        chunk[last] = (chunk[last] ?? 0) ^ 1;
      }
      if (!near.write(chunk)) far.pause();
    });
    near.on('drain', () => far.resume());
  });
  const stop = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) reset(socket);
    await closed;
  };
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    port,
    async restart(downMs) {
      await stop();
      await new Promise((resolve) => setTimeout(resolve, downMs));
      await listen(port);
    },
    spoil: (from) => void spoiled.add(from),
    close: stop,
  };
}
