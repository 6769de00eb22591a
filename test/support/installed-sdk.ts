import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

/** What npm is told, so that it asks nobody outside of this machine. */
const NPM = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

export interface InstalledSdk {
  /** The folder of a project that has installed the package. */
  readonly dir: string;
  readonly tarball: string;
}

/** Builds and packs the package for callers, and installs it as a project of theirs does. */
export async function installedSdk(): Promise<InstalledSdk> {
  await run(process.execPath, [join(ROOT, 'sdk/build.ts')]);
  const dir = await mkdtemp(join(tmpdir(), 'installed-'));
  const packs = join(dir, 'packs');
  await mkdir(packs);
  const modules = join(ROOT, 'node_modules');
  const packages = ['openapi-fetch', 'openapi-typescript-helpers'].map((name) =>
    join(modules, name),
  );
  await run('npm', ['pack', join(ROOT, 'sdk'), ...packages, `--pack-destination=${packs}`, ...NPM]);
  const tarballs = (await readdir(packs)).map((name) => join(packs, name));
  await writeFile(join(dir, 'package.json'), '{ "type": "module", "private": true }');
  await run('npm', ['install', ...tarballs, ...NPM], { cwd: dir });
  const tarball = tarballs.find((path) => path.includes('video-reader'));
  if (tarball === undefined) throw new Error('npm packed no video-reader');
  return { dir, tarball };
}
