import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';

/** The port when it is free, else undefined; 0 asks for any. */
async function tryPort(port: number): Promise<number | undefined> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const { port: taken } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    return taken;
  } catch {
    return undefined;
  }
}

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const port = await tryPort(0);
  if (port === undefined) throw new Error('this machine has no free port');
  return port;
}

/**
 * Ports by name: those of the last start as far as they are free, so that addresses stay the same.
 */
export async function rememberedPorts<N extends string>(
  dataDir: string,
  names: readonly N[],
): Promise<Record<N, number>> {
  const file = join(dataDir, 'ports.json');
  const before = await readFile(file, 'utf8')
    .then((text): Record<string, unknown> => JSON.parse(text))
    .catch((): Record<string, unknown> => ({}));
  const ports = {} as Record<N, number>;
  for (const name of names) {
    const last = before[name];
    const kept = typeof last === 'number' ? await tryPort(last) : undefined;
    ports[name] = kept ?? (await freePort());
  }
  await writeFile(file, JSON.stringify(ports));
  return ports;
}
