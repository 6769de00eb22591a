import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadMemory } from '../upload/memory.ts';
import { writeOwn } from './folders.ts';

/**
 * Remembers uploads in a folder, so that another start of the command goes on with them. Where the
 * folder takes no files an upload goes its way all the same, and a next start begins it anew.
 */
export function fileMemory(folder: string): UploadMemory {
  const pathOf = (key: string) =>
    join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 40)}.json`);
  return {
    getItem: (key) => readFile(pathOf(key), 'utf8').catch(() => null),
    setItem: (key, value) => writeOwn(pathOf(key), JSON.parse(value)).catch(() => undefined),
    removeItem: (key) => rm(pathOf(key), { force: true }).catch(() => undefined),
  };
}
