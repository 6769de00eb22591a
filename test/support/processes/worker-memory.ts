import { readdir, readFile } from 'node:fs/promises';

const PAGE_BYTES = 4096;
const EVERY_MS = 400;

export interface WorkerMemory {
  /**
   * Of one job: the worker's process, which all jobs share, and the largest of the tools. Bytes.
   */
  readonly job: number;
  /** Of the worker's process and all tools of the jobs that it runs at once. Bytes. */
  readonly all: number;
}

/**
 * Watches the worker process under this one or another, with the tools that it started, until it
 * is stopped. Linux tells it in /proc.
 */
export function watchWorkerMemory(above = process.pid): { stop(): WorkerMemory } {
  let peak: WorkerMemory = { job: 0, all: 0 };
  const timer = setInterval(() => {
    void workerBytes(above).then(({ job, all }) => {
      peak = { job: Math.max(peak.job, job), all: Math.max(peak.all, all) };
    });
  }, EVERY_MS);
  return {
    /** Ends it, and tells the most that was resident at once. */
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

async function workerBytes(above: number): Promise<WorkerMemory> {
  const all = await processes();
  const under = (pid: number): typeof all =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...under(child.pid)]);
  const worker = under(above).find(({ command }) => /worker-process/.test(command));
  if (!worker) return { job: 0, all: 0 };
  const own = worker.resident * PAGE_BYTES;
  const tools = under(worker.pid).map(({ resident }) => resident * PAGE_BYTES);
  return {
    job: own + Math.max(0, ...tools),
    all: own + tools.reduce((sum, bytes) => sum + bytes, 0),
  };
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
