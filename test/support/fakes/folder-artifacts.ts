import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArtifactStore } from '../../../layers/app/ports/artifacts.ts';
import { inOrder } from './memory-artifacts.ts';

/**
 * Objects as files of one folder, which several processes share. An object is there whole, or not
 * at all.
 */
export function folderArtifacts(folder: string): ArtifactStore {
  const objects = join(folder, 'objects');
  const place = (key: string) => join(objects, encodeURIComponent(key));
  const keys = async (prefix: string): Promise<string[]> => {
    const names = await readdir(objects).catch(() => []);
    return names.map(decodeURIComponent).filter((key) => key.startsWith(prefix));
  };
  const get = (key: string): Promise<Uint8Array | undefined> =>
    readFile(place(key)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
  return {
    async put(key, body) {
      const chunks: Uint8Array[] = [];
      if (body instanceof Uint8Array) chunks.push(body);
      else for await (const chunk of body) chunks.push(chunk);
      await mkdir(objects, { recursive: true });
      const part = join(folder, randomUUID());
      await writeFile(part, Buffer.concat(chunks));
      await rename(part, place(key));
    },
    get,
    async read(key) {
      const bytes = await get(key);
      return (
        bytes &&
        (async function* () {
          yield bytes;
        })()
      );
    },
    list: async (prefix) => inOrder(await keys(prefix)),
    signedUrl: async (key) => `https://store.test/${key}`,
    async deletePrefix(prefix) {
      for (const key of await keys(prefix)) await rm(place(key), { force: true });
    },
  };
}
