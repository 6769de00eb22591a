import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Line = Awaited<ReturnType<typeof weakLine>>;

/**
 * A line between clients and a server on loopback, on which bytes change and which breaks as a test
 * wants it.
 */
export async function weakLine(port: number) {
  const sockets = new Set<Socket>();
  let mark: string | undefined;
  let times = 0;
  let changed = 0;
  let broken = false;
  const server = createServer((near) => {
    if (broken) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    }
    near.on('data', (chunk: Buffer) => {
      const at = mark === undefined || times === 0 ? -1 : chunk.indexOf(mark);
      if (at >= 0) {
        chunk[at] = (chunk[at] ?? 0) ^ 1;
        times -= 1;
        changed += 1;
      }
      far.write(chunk);
    });
    near.on('end', () => far.end());
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    /** Changes the first byte of `text` in what clients send, so many times. */
    change(text: string, howOften: number) {
      mark = text;
      times = howOften;
    },
    changed: () => changed,
    /** Cuts every connection and lets none pass until it is mended. */
    break() {
      broken = true;
      cut();
    },
    mend() {
      broken = false;
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
