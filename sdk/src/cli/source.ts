import { stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { VideoReader } from '../client.ts';
import type { UploadResult } from '../types.ts';
import { UsageError } from './exit-codes.ts';
import { fileMemory } from './file-memory.ts';
import { FOLDERS } from './folders.ts';
import type { Output } from './output.ts';

export type Source = { readonly url: string } | { readonly upload_id: string };

interface Sending {
  readonly out: Output;
  readonly signal: AbortSignal;
}

const MB = 1e6;

/** What a command names: a link, the id of an upload or a video, or a file, which is uploaded. */
export async function sourceOf(
  client: VideoReader,
  named: string | undefined,
  sending: Sending,
): Promise<Source> {
  if (named === undefined) throw new UsageError('Name a file, a link or an id.');
  if (/^https?:\/\//i.test(named)) return { url: named };
  if (/^(upl|vid)_/.test(named)) return { upload_id: named };
  const { upload_id } = await uploadFile(client, named, sending);
  return { upload_id };
}

/** Sends a file, and goes on where an earlier run broke off. */
export async function uploadFile(
  client: VideoReader,
  file: string,
  { out, signal }: Sending,
): Promise<UploadResult> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw new UsageError(`${file} is a folder: name a file in it.`);
  if (!found?.isFile()) throw new UsageError(`There is no file ${file}.`);
  return client.upload(file, {
    signal,
    memory: fileMemory(join(FOLDERS.cache, 'uploads')),
    onProgress: (sent, of) =>
      out.progress(
        sent < of ? `Uploading ${basename(file)}` : 'Reading the file',
        `${(sent / MB).toFixed(1)} of ${(of / MB).toFixed(1)} MB`,
      ),
  });
}

/** A short name for what is made of a source. */
export function nameOf(named: string): string {
  const isLink = /^https?:\/\//i.test(named) && URL.canParse(named);
  const last = isLink ? new URL(named).pathname : named;
  const name = basename(last, extname(last)).replace(/[^\p{L}\p{N}._ -]+/gu, '_');
  return name === '' ? 'video' : name.slice(0, 80);
}
