import { chmod, stat } from 'node:fs/promises';

/**
 * Makes a data folder this user's alone: the folder itself, and what this process and its children
 * write from now on. A folder of another user, which is lent to this one, keeps its mode.
 */
export async function keepPrivate(dataDir: string): Promise<void> {
  process.umask(0o077);
  const { uid, mode } = await stat(dataDir);
  if (uid === process.getuid?.() && (mode & 0o077) !== 0) await chmod(dataDir, 0o700);
}
