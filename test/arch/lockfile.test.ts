import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const lock: {
  readonly packages: Readonly<
    Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>
  >;
} = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'));

/** Whether `require(name)` from the package at `from` would find a locked package. */
function isLocked(from: string, name: string): boolean {
  if (`${from === '' ? '' : `${from}/`}node_modules/${name}` in lock.packages) return true;
  if (from === '') return false;
  return isLocked(from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1)), name);
}

test('the lock file knows the builds for other platforms too, without which npm ci refuses it', () => {
  const missing = Object.entries(lock.packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(from, name)),
  );
  expect(missing).toEqual([]);
});

test('the lock file names no host to download from', () => {
  expect(JSON.stringify(lock)).not.toContain('"resolved":"http');
});
