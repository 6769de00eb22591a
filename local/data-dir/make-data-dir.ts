import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { roomIn } from './room.ts';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';
const isThere = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EEXIST';

/** A first start writes half a megabyte. With more, erasing makes room, which takes a service. */
const LEAST_ROOM_BYTES = 2_000_000;

/**
 * Makes the data folder, one level after the other: Node's own way of making several never ends
 * below /proc.
 * @throws Error in words for a person when it cannot be made or written, or its disk is full
 */
export async function makeDataDir(dataDir: string, leastRoom = LEAST_ROOM_BYTES): Promise<void> {
  const path = resolve(dataDir);
  try {
    for (const level of await missingLevels(path)) {
      await mkdir(level).catch((error: unknown) => {
        if (!isThere(error)) throw error;
      });
    }
    if (!(await stat(path)).isDirectory()) throw new Error('it is not a folder');
    await access(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(
      `The data folder ${path} cannot be written (${code ?? message}). Set DATA_DIR to a folder that you may write, or leave it out for .local.`,
      { cause: error },
    );
  }
  const room = await roomIn(path);
  if (room < leastRoom) {
    throw new Error(
      `The disk of the data folder ${path} has ${megabytes(room)} left, and the service needs ${megabytes(leastRoom)} to start. Make room there, or set DATA_DIR to a folder on another disk.`,
    );
  }
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1e6)} MB`;

/** The folders that have to be made, the outermost first. */
async function missingLevels(path: string): Promise<string[]> {
  const missing: string[] = [];
  for (let level = path; ; level = dirname(level)) {
    try {
      await stat(level);
      return missing;
    } catch (error) {
      if (!isMissing(error) || level === dirname(level)) throw error;
      missing.unshift(level);
    }
  }
}
