import type { Sources } from '../../../layers/app/ports/videos/working-copies.ts';
import { blockTableKey } from '../../../layers/domain/sources/block-table.ts';

/** The objects of a store in memory, as what videos are read from. */
export const memorySources = (objects: Map<string, Uint8Array>): Sources => ({
  list: async (prefix) => [...objects.keys()].filter((key) => key.startsWith(prefix)),
  size: async (key) => objects.get(key)?.byteLength,
  async copy(from, to) {
    const bytes = objects.get(from);
    if (!bytes) throw new Error(`there is no object ${from}`);
    objects.set(to, bytes);
  },
  async delete(key) {
    objects.delete(key);
    objects.delete(blockTableKey(key));
  },
});
