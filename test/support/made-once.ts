import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Names the folder of what the suites of one run share; global teardown removes it. */
export const SHARED_FOLDER = 'TESTS_SHARED_FOLDER';

/**
 * A folder of files that are the same for every suite of a run: the first suite makes them, the
 * others read them. Suites that begin at once may each make it; one of the folders is kept.
 * @param name of what is made, unique among all suites
 */
export async function madeOnce(
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const shared = process.env[SHARED_FOLDER];
  if (shared === undefined) throw new Error(`${SHARED_FOLDER} is not set: global-setup.ts sets it`);
  const made = join(shared, name);
  if (existsSync(made)) return made;
  const making = await mkdtemp(join(shared, `${name}-`));
  await make(making);
  try {
    await rename(making, made);
    return made;
  } catch (error) {
    if (!existsSync(made)) throw error;
    // Another suite was first.
    await rm(making, { recursive: true });
    return made;
  }
}
