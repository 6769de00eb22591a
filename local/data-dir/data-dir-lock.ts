import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Takes a data folder for this process. The lock is the operating system's, held through SQLite: it
 * ends with the process, however that ends.
 * @throws Error in words for a person when another process has the folder
 */
export async function lockDataDir(dataDir: string, baseUrl: string): Promise<() => void> {
  const holderFile = join(dataDir, 'service.json');
  const lock = new DatabaseSync(join(dataDir, 'lock.db'));
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    const holder = await readFile(holderFile, 'utf8').catch(() => '');
    throw new Error(
      `Another local service has the data folder ${dataDir} in use${holder && `: ${holder}`}. Stop it, or set DATA_DIR to another folder.`,
    );
  }
  await writeFile(holderFile, JSON.stringify({ pid: process.pid, base_url: baseUrl }));
  return () => lock.close();
}
