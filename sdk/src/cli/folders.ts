import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import envPaths from 'env-paths';

/** Where this system keeps a program's settings, and what it may forget. */
export const FOLDERS = envPaths('video-reader', { suffix: '' });

/** Writes what its owner alone may read; whole or not at all. */
export async function writeOwn(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const beside = `${path}.${process.pid}`;
  await writeFile(beside, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(beside, path);
}
