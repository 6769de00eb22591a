import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SHARED_FOLDER } from './made-once.ts';

/** In the folder: the id of the service's process. */
export const PID_FILE = 'pid';

/** Where the service that suites share keeps its data, its output and its process id. */
export function standingFolder(): string {
  const shared = process.env[SHARED_FOLDER];
  if (shared === undefined) throw new Error(`${SHARED_FOLDER} is not set: global-setup.ts sets it`);
  return join(shared, 'standing-service');
}

/** Ends the service that suites shared, if one of them started it; what it started ends with it. */
export async function endStandingService(): Promise<void> {
  const pid = Number(await readFile(join(standingFolder(), PID_FILE), 'utf8').catch(() => ''));
  if (pid === 0) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
