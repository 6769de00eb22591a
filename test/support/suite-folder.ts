import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for what a suite makes, which goes with it. */
export async function suiteFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
