import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { ServeBytes } from '../../layers/app/ports/sources/served-bytes.ts';

interface Cuts {
  /** Answers of more than so many bytes are broken off there, one for each. */
  readonly cuts: number[];
  /** No connection is made any more once all cuts were made. */
  refuses: boolean;
}

/** Between decoders and what they read: breaks connections off, as a machine under stress does. */
export async function cuttingProxy(serve: ServeBytes) {
  const sockets = new Set<Socket>();
  const proxy: Cuts = { cuts: [], refuses: false };
  let target = 0;
  const server = createServer((near) => {
    const hold = (socket: Socket) =>
      void sockets.add(
        socket.on('error', () => undefined).on('close', () => sockets.delete(socket)),
      );
    hold(near);
    if (proxy.refuses && proxy.cuts.length === 0) return void near.resetAndDestroy();
    const far = connect(target, '127.0.0.1');
    hold(far);
    near.pipe(far);
    let passed = 0;
    far.on('data', (chunk: Buffer) => {
      passed += chunk.length;
      const [most = Number.POSITIVE_INFINITY] = proxy.cuts;
      if (passed > most) {
        proxy.cuts.shift();
        far.destroy();
        return void near.resetAndDestroy();
      }
      if (!near.write(chunk)) {
        far.pause();
        near.once('drain', () => far.resume());
      }
    });
    far.on('end', () => near.end());
    near.on('close', () => far.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const throughProxy: ServeBytes = async (bytes) => {
    const served = await serve(bytes);
    const address = new URL(served.address);
    target = Number(address.port);
    address.port = String(port);
    return { ...served, address: address.href };
  };
  return {
    proxy,
    serve: throughProxy,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
