import { readdir, readFile } from 'node:fs/promises';

const PAGE_BYTES = 4096;
const EVERY_MS = 400;

/**
 * Watches the worker process under this one, with the tools that it started, until it is stopped.
 * Linux tells it in /proc.
 */
export function watchWorkerMemory(): { stop(): number } {
  let peak = 0;
  const timer = setInterval(() => {
    void workerBytes().then((bytes) => {
      peak = Math.max(peak, bytes);
    });
  }, EVERY_MS);
  return {
    /** Ends it, and tells the most bytes that were resident at once. */
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

async function workerBytes(): Promise<number> {
  const all = await processes();
  const under = (pid: number): number[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child.pid, ...under(child.pid)]);
  const ours = new Set(under(process.pid));
  const workers = all.filter(({ pid, command }) => ours.has(pid) && /worker-process/.test(command));
  const counted = new Set(workers.flatMap(({ pid }) => [pid, ...under(pid)]));
  return all
    .filter(({ pid }) => counted.has(pid))
    .reduce((sum, { resident }) => sum + resident * PAGE_BYTES, 0);
}

async function processes() {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      try {
        const [stat, statm, command] = await Promise.all(
          ['stat', 'statm', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'latin1')),
        );
        // The name in brackets may hold anything; the parent is the second field after it.
        const parent = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        const resident = Number(statm?.split(' ')[1]);
        return [{ pid: Number(pid), parent, resident, command: command ?? '' }];
      } catch {
        // It has ended.
        return [];
      }
    }),
  );
  return found.flat();
}
