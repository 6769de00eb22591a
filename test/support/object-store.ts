import type { AddressInfo } from 'node:net';
import { httpServer } from '../../local/http/http-server.ts';
import { type ObjectStoreOptions, openObjectStore } from '../../local/object-store/server.ts';

/** The local object store on a port of its own. */
export async function startObjectStore(options: ObjectStoreOptions) {
  const { makeBucket, expire, ...store } = await openObjectStore(options);
  const server = httpServer(store.handle);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    makeBucket,
    expire,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      store.close();
    },
  };
}
