import { createRequire } from 'node:module';

/** Whether packages, or files of packages, are on this machine: the runtime has no build for some. */
export const areInstalled = (...names: readonly string[]): boolean => names.every(isInstalled);

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}
