import type { ArtifactStore } from '../../../layers/app/ports/artifacts.ts';

/** Keys as S3 lists them. */
export const inOrder = (keys: readonly string[]): string[] =>
  keys.toSorted((a, b) => (a < b ? -1 : 1));

export interface MemoryArtifacts extends ArtifactStore {
  readonly objects: Map<string, Uint8Array>;
}

export function memoryArtifacts(): MemoryArtifacts {
  const objects = new Map<string, Uint8Array>();
  let links = 0;
  return {
    objects,
    async put(key, body) {
      if (body instanceof Uint8Array) {
        objects.set(key, Buffer.from(body));
        return;
      }
      const chunks: Uint8Array[] = [];
      for await (const chunk of body) chunks.push(chunk);
      objects.set(key, Buffer.concat(chunks));
    },
    async get(key) {
      return objects.get(key);
    },
    async read(key) {
      const bytes = objects.get(key);
      return bytes && chunksOf(bytes);
    },
    list: async (prefix) => inOrder([...objects.keys()].filter((key) => key.startsWith(prefix))),
    async signedUrl(key) {
      links += 1;
      return `https://store.test/${key}?signature=${links}`;
    },
    async deletePrefix(prefix) {
      for (const key of objects.keys()) if (key.startsWith(prefix)) objects.delete(key);
    },
  };
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}
