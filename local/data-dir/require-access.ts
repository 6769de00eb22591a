import { access, constants, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const { R_OK, W_OK, X_OK } = constants;

/** What the engines open. Files of other names may be somebody else's. */
const DATABASE = /\.db(?:-\w+)?$/;

/**
 * Looks whether this user may use the databases and credentials of a data folder, where they are
 * there: SQLite names no file that it cannot open, the queues open one that they cannot write,
 * DynamoDB Local then answers nothing at all, and credentials would be told to be damaged.
 * @throws Error in words for a person, with the file or folder
 */
export async function requireAccess(dataDir: string): Promise<void> {
  await requireDatabases(dataDir);
  // It is replaced, not written.
  await requireFor(join(dataDir, 'credentials.json'), R_OK);
  for (const name of ['sqs', 'objects', 'dynamodb']) {
    const folder = join(dataDir, name);
    if (await requireFor(folder, R_OK | W_OK | X_OK)) await requireDatabases(folder);
  }
}

async function requireDatabases(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (DATABASE.test(name)) await requireFor(join(folder, name), R_OK | W_OK);
  }
}

/** Whether something is there. */
async function requireFor(path: string, mode: number): Promise<boolean> {
  try {
    await access(path, mode);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    throw new Error(
      `${path} cannot be used by this user (${code}). Start the service as the user who has the data folder, or give this one the folder with all that is in it.`,
      { cause: error },
    );
  }
}
