import { rename, writeFile } from 'node:fs/promises';

/**
 * Writes JSON that only this user may read; a reader sees the old file or the new one, never a
 * part.
 */
export async function writePrivate(path: string, value: unknown): Promise<void> {
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, path);
}
