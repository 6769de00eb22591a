import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { WebFiles } from '../../web/bundle.ts';
import { initialEnvironment } from '../service/handed-environment.ts';

const ENTRY = join(import.meta.dirname, 'bundling-process.ts');

/**
 * Bundles the dashboard's files in a process of its own. The bundler is a program that stays, and
 * in /proc shows every process of this user the environment that it was started with.
 */
export async function bundledPages(): Promise<WebFiles> {
  const child = fork(ENTRY, {
    env: initialEnvironment(process.env),
    // Keeps maps and bytes as they are.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const over = new AbortController();
  const died = once(child, 'exit', { signal: over.signal }).then(([code, killed]) => {
    throw new Error(`the pages were not bundled (${killed ?? `exit code ${code}`})`);
  });
  died.catch(() => undefined);
  const [files]: unknown[] = await Promise.race([once(child, 'message'), died]);
  over.abort();
  child.disconnect();
  return files as WebFiles;
}
