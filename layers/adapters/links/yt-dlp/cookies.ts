import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Cookies of an operator, as a file that nobody else may read, for as long as one run lasts. */
export interface CookieFile {
  /** Options of yt-dlp; none without cookies. */
  readonly args: readonly string[];
  remove(): Promise<void>;
}

const NO_COOKIES: CookieFile = { args: [], remove: async () => undefined };
/** How yt-dlp knows the format: https://curl.se/docs/http-cookies.html */
const FIRST_LINE = /^# (Netscape )?HTTP Cookie File/;

/** @throws Error without the text, which is secret, when it is no cookies.txt */
export function requireCookieText(text: string): string {
  if (FIRST_LINE.test(text)) return text;
  throw new Error(
    'LINK_COOKIES is no cookies.txt: its first line is "# Netscape HTTP Cookie File"',
  );
}

/**
 * Writes cookies outside of the folder that yt-dlp works in. It writes them back as they were
 * changed, which is not kept: the secret is what counts.
 * @param text of a cookies.txt; undefined for none
 * @param newFolder makes an empty folder, which is cleared away also when this process is killed
 */
export async function cookieFile(
  text: string | undefined,
  newFolder: () => Promise<string>,
): Promise<CookieFile> {
  if (text === undefined) return NO_COOKIES;
  const folder = await newFolder();
  const path = join(folder, 'cookies.txt');
  await writeFile(path, text, { mode: 0o600 });
  return {
    args: ['--cookies', path],
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
