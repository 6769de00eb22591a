import { access, readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { FetchedMedia } from '../../../app/ports/links/links.ts';
import { languageOf } from './info.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.mp4': 'video/mp4',
  '.m4v': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.mkv': 'video/x-matroska',
  '.ts': 'video/mp2t',
  '.flv': 'video/x-flv',
  '.avi': 'video/x-msvideo',
  '.m4a': 'audio/mp4',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.wav': 'audio/wav',
  '.flac': 'audio/flac',
};

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

/** The file with the captions that lie beside it. */
export async function fetchedMedia(
  path: string,
  folder: string,
): Promise<{ fetched: FetchedMedia; bytes: number }> {
  const { size } = await stat(path);
  const names = (await readdir(folder)).sort();
  const captions = await Promise.all(names.map((name) => captionsIn(folder, name)));
  return {
    bytes: size,
    fetched: {
      path,
      contentType: CONTENT_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream',
      captions: captions.flat(),
      carousel: null,
      notes: [],
    },
  };
}

async function captionsIn(folder: string, name: string): Promise<FetchedMedia['captions']> {
  const [, code, format] = CAPTIONS.exec(name) ?? [];
  if (code === undefined || (format !== 'vtt' && format !== 'srt')) return [];
  const path = join(folder, name);
  if ((await stat(path)).size > MAX_CAPTION_BYTES) return [];
  return [{ language: languageOf(code), format, text: await readFile(path, 'utf8') }];
}
