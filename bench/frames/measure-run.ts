import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

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
  let peak = 0;
  const watch = setInterval(async () => {
    peak = Math.max(peak, await residentOfTree(child.pid ?? 0));
  }, 500);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${figures}`);
  const [wall = 0, user = 0, system = 0] = figures.trim().split(' ').map(Number);
  return { wallSeconds: wall, cpuSeconds: user + system, peakMegabytes: peak / 1e6 };
}

async function residentOfTree(root: number): Promise<number> {
  const parents = new Map<number, { parent: number; resident: number }>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = await readFile(`/proc/${name}/stat`, 'latin1');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      parents.set(Number(name), { parent: Number(fields[1]), resident: Number(fields[21]) * 4096 });
    } catch {
      // It ended between the listing and the look.
    }
  }
  const belongs = (pid: number): boolean =>
    pid === root || (parents.has(pid) && belongs(parents.get(pid)?.parent ?? 0));
  return [...parents].reduce((sum, [pid, { resident }]) => sum + (belongs(pid) ? resident : 0), 0);
}
