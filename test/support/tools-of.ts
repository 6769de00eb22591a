import { readdir, readFile } from 'node:fs/promises';

interface Tool {
  readonly pid: number;
  readonly parent: number;
}

/** Those of another release of Debian run under the name of its loader. */
const TOOL = /^(ff(mpeg|probe)|ld-linux)/;

/** The ffmpegs and ffprobes of this machine, by /proc. */
export async function tools(): Promise<Tool[]> {
  const found: Tool[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const { name, parent } = await processOf(pid);
    if (TOOL.test(name)) found.push({ pid: Number(pid), parent });
  }
  return found;
}

/** What a process is called, and by whom it was started; nothing and 0 of one that has ended. */
export async function processOf(pid: number | string): Promise<{ name: string; parent: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  const [, name = '', parent = '0'] = /^\d+ \((.*)\) \S (\d+)/.exec(stat) ?? [];
  return { name, parent: Number(parent) };
}
