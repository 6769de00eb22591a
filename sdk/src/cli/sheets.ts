import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VideoReaderError } from '../errors.ts';
import type { FramesResult } from '../types.ts';
import type { Output } from './output.ts';

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
