import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { familyOf } from './listening-sockets.ts';

/** The process id of the worker of a service. */
export async function workerOf(dataDir: string): Promise<number> {
  const { pid } = JSON.parse(await readFile(join(dataDir, 'service.json'), 'utf8'));
  const worker = await workerUnder(pid);
  if (worker === undefined) throw new Error('there is no worker');
  return worker;
}

/** The same by the process of the service; undefined until it has started one. */
export async function workerUnder(pid: number): Promise<number | undefined> {
  for (const child of await familyOf(pid)) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('worker-process.ts')) return child;
  }
  return undefined;
}

/** Kills the worker process of a service, as the kernel does when memory runs out. */
export async function killWorker(dataDir: string): Promise<void> {
  process.kill(await workerOf(dataDir), 'SIGKILL');
}
