import { access, constants, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { VideoReaderError } from '../errors.ts';
import type { FramesResult } from '../types.ts';
import { UsageError } from './exit-codes.ts';
import type { Output } from './output.ts';

/**
 * Looked at before anything is read, which is paid for: whether a folder is there or can be made.
 * @throws UsageError
 */
export async function requireFolder(folder: string): Promise<void> {
  if (folder === '') throw new UsageError('--out takes the name of a folder.');
  const found = async (path: string) => await stat(path).catch(() => undefined);
  let there = resolve(folder);
  while (there !== dirname(there) && (await found(there)) === undefined) there = dirname(there);
  if (!(await found(there))?.isDirectory()) {
    throw new UsageError(`${there} is no folder: name another for the sheets by --out.`);
  }
  await access(there, constants.W_OK).catch(() => {
    throw new UsageError(`${there} takes no files: name another folder for the sheets by --out.`);
  });
}

/**
 * Writes the sheets of a result into a folder, named by their seconds; answers with their paths.
 * @param stems names of those that were written of results before it, to which its own are added
 */
export async function writeSheets(
  { sheets, detail }: FramesResult,
  folder: string,
  { out, signal }: { readonly out: Output; readonly signal: AbortSignal },
  stems: string[] = [],
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  for (const { t0, t1, url = '', page } of sheets) {
    out.progress('Writing the sheets', `${page} of ${sheets.length}`);
    const [from, to] = [t0, t1].map((second) => second.toFixed(2).padStart(8, '0'));
    // No path, whatever the service names.
    const stem = `${detail.replaceAll(/\W/g, '')}-${from}-${to}`;
    // A frame that stands may fill several sheets.
    const alike = stems.filter((other) => other === stem).length;
    stems.push(stem);
    const file = join(folder, `${stem}${alike > 0 ? `-${alike + 1}` : ''}.jpg`);
    await writeFile(file, await bytesOf(url, signal));
    files.push(file);
  }
  return files;
}

async function bytesOf(url: string, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(url, { signal });
  if (!response.ok) {
    throw new VideoReaderError('unexpected_answer', `A sheet answers ${response.status}.`);
  }
  return new Uint8Array(await response.arrayBuffer());
}
