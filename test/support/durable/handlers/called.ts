import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';

interface Looking {
  readonly look: readonly string[];
}

/**
 * A called function: squares a number, looks for secrets, tells its priority, hangs with a child,
 * dies, or throws.
 */
export const handler = async (event: number | string | Looking): Promise<unknown> => {
  if (typeof event === 'number') return event ** 2;
  if (typeof event === 'object') return found(event.look);
  if (event === 'priority') return getPriority();
  if (event === 'die') process.kill(process.pid, 'SIGKILL');
  if (event === 'throw') throw new RangeError('no such frame');
  // A decoder that would outlive it.
  const { pid } = spawn('sleep', ['600'], { stdio: 'ignore' });
  await fetch(String(event), { method: 'POST', body: String(pid) });
  return new Promise(() => setInterval(() => undefined, 1000));
};

/** Which of the texts stand in an environment or the arguments of this process or any above it. */
async function found(texts: readonly string[]): Promise<string[]> {
  const seen: string[] = [JSON.stringify(process.env), JSON.stringify(process.argv)];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)))
    if (pid === String(process.pid) || pid === String(process.ppid))
      for (const file of ['environ', 'cmdline'])
        seen.push(await readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => ''));
  return texts.filter((text) => seen.some((place) => place.includes(text)));
}
