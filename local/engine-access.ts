import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { writePrivate } from './data-dir/write-private.ts';

/** What the local engines answer to. Its members are those of an AWS client's configuration. */
export interface EngineAccess {
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** A key pair that nobody else has. */
export const newAccess = (region: string): EngineAccess => ({
  region,
  credentials: {
    accessKeyId: `VR${randomBytes(9).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(30).toString('base64url'),
  },
});

/**
 * The key pair of a data folder: made at its first start, and kept in a file for this user only.
 */
export async function keptAccess(path: string, region: string): Promise<EngineAccess> {
  try {
    const credentials = JSON.parse(await readFile(path, 'utf8')) as EngineAccess['credentials'];
    return { region, credentials };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const made = newAccess(region);
  await writePrivate(path, made.credentials);
  return made;
}
