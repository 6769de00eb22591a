import type { ErasedIds } from '../../../layers/app/ports/videos/erased-ids.ts';

export function memoryErasedIds(): ErasedIds {
  const kept = new Set<string>();
  const name = (orgId: string, id: string) => JSON.stringify([orgId, id]);
  return {
    async keep(orgId, ids) {
      for (const id of ids) kept.add(name(orgId, id));
    },
    async load() {
      const now = new Set(kept);
      return { count: now.size, has: (orgId, id) => now.has(name(orgId, id)) };
    },
  };
}
