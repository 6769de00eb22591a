import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scratch } from '../../app/ports/sources/scratch.ts';

const PREFIX = 'video-reader-fetch-';
/** Left for whatever else writes there while a file is fetched. */
const RESERVED_BYTES = 256 * 1024 * 1024;

/**
 * Folders under the machine's temporary one, named by the process that made them. Those of
 * processes that were killed are removed at the start: in the cloud the next process finds them.
 */
export async function tempScratch(): Promise<Scratch> {
  const root = tmpdir();
  await clearLeft(root);
  return {
    async inFolder(work) {
      const folder = await tempFolder();
      try {
        return await work(folder);
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      }
    },
    room: async () => Math.max(0, (await bytesLeft(root)) - RESERVED_BYTES),
  };
}

/** Bytes that may still be written to the disk of a folder. */
export async function bytesLeft(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Makes an empty folder, which whoever asked for it removes. */
export const tempFolder = (): Promise<string> =>
  mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));

async function clearLeft(root: string): Promise<void> {
  const left = (await readdir(root)).filter((name) => {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : 0;
    // A folder of this process's number is older than the process.
    return pid > 0 && (pid === process.pid || !isAlive(pid));
  });
  await Promise.all(left.map((name) => rm(join(root, name), { recursive: true, force: true })));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: somebody else's, but alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
