import { access, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FetchedMedia } from '../../../app/ports/links/links.ts';
import { languageOf } from './info.ts';

/** `media.en-US.vtt` */
const CAPTIONS = /^media\.([\w-]+)\.(vtt|srt)$/;
const MAX_CAPTION_BYTES = 5_000_000;

/**
 * The finished file. yt-dlp ends with 0 on several ways to no file, so only the file itself counts.
 * @param told the path that it printed
 */
export async function fetchedFile(
  folder: string,
  told: string | undefined,
): Promise<string | undefined> {
  if (told === undefined) return undefined;
  const path = join(folder, basename(told));
  return access(path).then(
    () => path,
    () => undefined,
  );
}

/** The captions that lie beside a file. */
export async function fetchedCaptions(folder: string): Promise<FetchedMedia['captions']> {
  const names = (await readdir(folder)).sort();
  return (await Promise.all(names.map((name) => captionsIn(folder, name)))).flat();
}

async function captionsIn(folder: string, name: string): Promise<FetchedMedia['captions']> {
  const [, code, format] = CAPTIONS.exec(name) ?? [];
  if (code === undefined || (format !== 'vtt' && format !== 'srt')) return [];
  const path = join(folder, name);
  if ((await stat(path)).size > MAX_CAPTION_BYTES) return [];
  return [{ language: languageOf(code), format, text: await readFile(path, 'utf8') }];
}
