import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Between a client and a server on loopback: changes the first byte of `mark` wherever a client sends it. */
export async function changingProxy(port: number, mark: string) {
  const sockets = new Set<Socket>();
  let changed = 0;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    }
    near.on('data', (chunk: Buffer) => {
      const at = chunk.indexOf(mark);
      if (at >= 0) {
        chunk[at] = (chunk[at] ?? 0) ^ 1;
        changed += 1;
      }
      far.write(chunk);
    });
    near.on('end', () => far.end());
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    changed: () => changed,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
