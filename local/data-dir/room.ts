import { statfs } from 'node:fs/promises';

/** Bytes that may still be written to the disk of a folder; no bound where its file system tells none. */
export async function roomIn(folder: string): Promise<number> {
  const { blocks, bavail, bsize } = await statfs(folder);
  // Some file systems over a network tell of no blocks at all.
  return blocks > 0 ? bavail * bsize : Number.POSITIVE_INFINITY;
}
