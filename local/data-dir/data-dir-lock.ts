import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLite's code of a lock that another process holds; https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/**
 * Takes a data folder for this process. The lock is the operating system's, held through SQLite: it
 * ends with the process, however that ends.
 * @throws Error in words for a person when another process has the folder, or its lock cannot be had
 */
export async function lockDataDir(dataDir: string, baseUrl: string): Promise<() => void> {
  const holderFile = join(dataDir, 'service.json');
  const lockFile = join(dataDir, 'lock.db');
  const lock = new DatabaseSync(lockFile);
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    const { errcode, message } = error as Error & { readonly errcode?: number };
    if (errcode !== SQLITE_BUSY) {
      throw new Error(
        `The data folder ${dataDir} cannot be locked (${message}). See that its disk has room and that ${lockFile} can be written, or set DATA_DIR to another folder.`,
        { cause: error },
      );
    }
    const holder = await readFile(holderFile, 'utf8').catch(() => '');
    throw new Error(
      `Another local service has the data folder ${dataDir} in use${holder && `: ${holder}`}. Stop it, or set DATA_DIR to another folder.`,
    );
  }
  await writeFile(holderFile, JSON.stringify({ pid: process.pid, base_url: baseUrl }));
  return () => lock.close();
}
