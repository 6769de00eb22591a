import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Names the folder of what the suites of one run share; global teardown removes it. */
export const SHARED_FOLDER = 'TESTS_SHARED_FOLDER';

const POLL_MS = 100;

/**
 * A folder of files that are the same for every suite of a run: the first suite makes them, the
 * others wait for them and read them.
 * @param name of what is made, unique among all suites
 */
export async function madeOnce(
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const shared = process.env[SHARED_FOLDER];
  if (shared === undefined) throw new Error(`${SHARED_FOLDER} is not set: global-setup.ts sets it`);
  const made = join(shared, name);
  const turn = join(shared, `${name}.turn`);
  while (!existsSync(made)) {
    if (!(await isTaken(turn))) {
      await wait(POLL_MS);
      continue;
    }
    try {
      if (existsSync(made)) break;
      const making = await mkdtemp(join(shared, `${name}-`));
      await make(making);
      await rename(making, made);
    } finally {
      // After a failure another suite tries, and says for itself what is wrong.
      await rm(turn);
    }
  }
  return made;
}

/** Whether this process has the turn now; that of a process that has ended is given up. */
async function isTaken(turn: string): Promise<boolean> {
  try {
    await writeFile(turn, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const holder = Number(await readFile(turn, 'utf8').catch(() => ''));
    if (holder !== 0 && !isAlive(holder)) await rm(turn, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
