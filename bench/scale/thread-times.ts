import type { ChildProcess } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

const TICKS_A_SECOND = 100;
const LOOK_MS = 100;

interface ThreadTimes {
  readonly cpuSeconds: number;
  /** Of the thread that took the most: no number of cores makes the process faster than it. */
  readonly busiestSeconds: number;
}

/** Watches the threads of a process and of all it starts, until it has ended. */
export function watchThreads(child: ChildProcess): () => ThreadTimes {
  const seen = new Map<string, number>();
  const watch = setInterval(async () => {
    for (const [thread, seconds] of await threadsOf(child.pid ?? 0)) seen.set(thread, seconds);
  }, LOOK_MS);
  child.once('close', () => clearInterval(watch));
  return () => {
    const times = [...seen.values()];
    return {
      cpuSeconds: times.reduce((sum, seconds) => sum + seconds, 0),
      busiestSeconds: Math.max(0, ...times),
    };
  };
}

/** What follows the name, which may hold spaces; the first is the state. */
const fieldsOf = (stat: string) => stat.slice(stat.lastIndexOf(')') + 2).split(' ');

async function threadsOf(root: number): Promise<[string, number][]> {
  const found: [string, number][] = [];
  try {
    for (const thread of await readdir(`/proc/${root}/task`)) {
      const fields = fieldsOf(await readFile(`/proc/${root}/task/${thread}/stat`, 'latin1'));
      const ticks = Number(fields[11]) + Number(fields[12]);
      found.push([`${root}/${thread}`, ticks / TICKS_A_SECOND]);
      const children = await readFile(`/proc/${root}/task/${thread}/children`, 'latin1');
      const started = children.split(' ').filter((pid) => pid.trim() !== '');
      for (const pid of started) found.push(...(await threadsOf(Number(pid))));
    }
  } catch {
    // It ended between the listing and the look.
  }
  return found;
}
