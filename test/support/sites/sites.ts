import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as listen } from 'node:net';

export interface Site {
  /** `http://127.0.0.1:port`, without a slash at its end. */
  readonly origin: string;
  readonly port: number;
  close(): Promise<void>;
}

/** A web site on loopback. */
export async function site(answer: RequestListener): Promise<Site> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Listens on every local address, for connections that must not come. */
export async function insideListener() {
  let connections = 0;
  const server = listen((socket) => {
    connections += 1;
    socket.destroy();
  });
  server.listen(0, '::');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
