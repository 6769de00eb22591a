import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { writePrivate } from './write-private.ts';

/** A random secret that is made once and kept in a file for this user only. */
export async function keptSecret(path: string): Promise<string> {
  try {
    const { secret } = JSON.parse(await readFile(path, 'utf8')) as { secret: string };
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const secret = randomBytes(48).toString('base64url');
  await writePrivate(path, { secret });
  return secret;
}
