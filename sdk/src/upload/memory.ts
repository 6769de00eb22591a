/**
 * Where an upload that was begun is remembered, so that another program goes on with it: a
 * browser's `localStorage`, or anything with its three methods.
 */
export interface UploadMemory {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): void | Promise<void>;
  removeItem(key: string): void | Promise<void>;
}

/** An upload that was begun. Which of its bytes have arrived the storage knows. */
export interface Begun {
  readonly upload_id: string;
  readonly complete_url: string;
}

/** What is kept of one upload under its key; without a key or a memory nothing is kept. */
export function memoryOf(memory: UploadMemory | undefined, key: string | undefined) {
  if (memory === undefined || key === undefined) {
    return { find: async () => undefined, keep: async () => {}, forget: async () => {} };
  }
  return {
    async find(): Promise<Begun | undefined> {
      const kept = await memory.getItem(key);
      try {
        return kept === null ? undefined : (JSON.parse(kept) as Begun);
      } catch {
        return undefined;
      }
    },
    keep: async (begun: Begun): Promise<void> => memory.setItem(key, JSON.stringify(begun)),
    forget: async (): Promise<void> => memory.removeItem(key),
  };
}
