import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

export interface Run {
  readonly wallSeconds: number;
  /** User and system time of the process and all it started. */
  readonly cpuSeconds: number;
  /** Largest sum of resident memory over the process tree, sampled twice a second. */
  readonly peakMegabytes: number;
}

/** Runs a command and measures it from outside, with everything it starts. */
export async function measureRun(command: string, args: readonly string[]): Promise<Run> {
  const script =
    'TIMEFORMAT="%R %U %S"; exec 3>&2; { time "$0" "$@" 1>/dev/null 2>/dev/null; } 2>&3';
  const child = spawn('bash', ['-c', script, command, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let figures = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    figures += text;
  });
  const peak = watchPeak(child);
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${figures}`);
  const [wall = 0, user = 0, system = 0] = figures.trim().split(' ').map(Number);
  return { wallSeconds: wall, cpuSeconds: user + system, peakMegabytes: peak() / 1e6 };
}

const TICKS_A_SECOND = 100;

/**
 * Measures the second half of a program that says `ready`, waits for a line, says `done` and ends
 * with its input: what one more call costs a worker that runs already, and whatever it starts.
 */
export async function measureCall(command: string, args: readonly string[]): Promise<Run> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const said = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const hears = async (word: string) => {
    const { value } = await said.next();
    if (value !== word) throw new Error(`${command} ${args.join(' ')} said ${value}`);
  };
  await hears('ready');
  const peak = watchPeak(child);
  const [started, before] = [performance.now(), await cpuSeconds(child)];
  child.stdin.write('\n');
  await hears('done');
  const wallSeconds = (performance.now() - started) / 1000;
  // What has drawn its last sheet may be ending still, and is counted when it has.
  while (await hasChildren(child)) await setTimeout(5);
  const cpu = (await cpuSeconds(child)) - before;
  child.stdin.end();
  await closed;
  return { wallSeconds, cpuSeconds: cpu, peakMegabytes: peak() / 1e6 };
}

async function hasChildren({ pid }: ChildProcess): Promise<boolean> {
  const threads = await readdir(`/proc/${pid}/task`);
  const children = await Promise.all(
    // A thread may have ended between the listing and the look.
    threads.map((thread) =>
      readFile(`/proc/${pid}/task/${thread}/children`, 'latin1').catch(() => ''),
    ),
  );
  return children.some((pids) => pids !== '');
}

/** User and system time of a process and of those it started that have ended. */
async function cpuSeconds({ pid }: ChildProcess): Promise<number> {
  const ticks = statFields(await readFile(`/proc/${pid}/stat`, 'latin1')).slice(11, 15);
  return ticks.reduce((sum, field) => sum + Number(field), 0) / TICKS_A_SECOND;
}

/** Samples the memory of a process tree until it has ended; tells the largest in bytes. */
function watchPeak(child: ChildProcess): () => number {
  let peak = 0;
  const watch = setInterval(async () => {
    peak = Math.max(peak, await residentOfTree(child.pid ?? 0));
  }, 500);
  child.once('close', () => clearInterval(watch));
  return () => peak;
}

/** What follows the name, which may hold spaces; the first is the state. */
const statFields = (stat: string) => stat.slice(stat.lastIndexOf(')') + 2).split(' ');

async function residentOfTree(root: number): Promise<number> {
  const parents = new Map<number, { parent: number; resident: number }>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = statFields(await readFile(`/proc/${name}/stat`, 'latin1'));
      parents.set(Number(name), { parent: Number(fields[1]), resident: Number(fields[21]) * 4096 });
    } catch {
      // It ended between the listing and the look.
    }
  }
  const belongs = (pid: number): boolean =>
    pid === root || (parents.has(pid) && belongs(parents.get(pid)?.parent ?? 0));
  return [...parents].reduce((sum, [pid, { resident }]) => sum + (belongs(pid) ? resident : 0), 0);
}
