import { readFileSync } from 'node:fs';

/** The kernel counts in hundredths for whoever reads, whatever it ticks in. */
const TICKS_A_SECOND = 100;
/** utime, stime, cutime and cstime of proc_pid_stat(5), counted from behind the command's name. */
const TIMES = [11, 15] as const;

/**
 * CPU of this process and of those of its children that have ended, in seconds. What was killed
 * with its own children still under way is not all in it.
 * @returns undefined where there is no /proc
 */
export function cpuSeconds(): number | undefined {
  let stat: string;
  try {
    stat = readFileSync('/proc/self/stat', 'latin1');
  } catch {
    return undefined;
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(...TIMES).reduce((sum, time) => sum + Number(time), 0);
  return ticks / TICKS_A_SECOND;
}
