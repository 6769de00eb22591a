import { readdir, readFile } from 'node:fs/promises';

export interface Peak {
  readonly command: string;
  readonly mb: number;
}

const EVERY_MS = 100;

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/** Processes by parent, as /proc has them now. */
async function children(): Promise<Map<number, number[]>> {
  const byParent = new Map<number, number[]>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(/^PPid:\s+(\d+)/m.exec(await read(`/proc/${name}/status`))?.[1] ?? -1);
    byParent.set(parent, [...(byParent.get(parent) ?? []), Number(name)]);
  }
  return byParent;
}

/**
 * Watches a process and all that it starts; tells the most memory (resident) that each had at any
 * time.
 */
export function watchMemory(pid: number): { stop(): Promise<Peak[]> } {
  const peaks = new Map<number, Peak>();
  let watching = true;
  const look = async () => {
    const byParent = await children();
    for (const todo = [pid]; todo.length > 0; ) {
      const next = todo.pop() ?? 0;
      todo.push(...(byParent.get(next) ?? []));
      const status = await read(`/proc/${next}/status`);
      // The kernel keeps the highest value itself.
      const kb = Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0);
      if (kb === 0) continue;
      const words = (await read(`/proc/${next}/cmdline`)).split('\0').slice(0, 2);
      const command = words.map((word) => word.split('/').at(-1) ?? '').join(' ');
      peaks.set(next, { command, mb: Math.round(kb / 1024) });
    }
  };
  const watched = (async () => {
    while (watching) {
      await look();
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
    await look();
  })();
  return {
    async stop() {
      watching = false;
      await watched;
      return [...peaks.values()].sort((a, b) => b.mb - a.mb);
    },
  };
}
