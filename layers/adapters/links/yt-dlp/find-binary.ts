import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/**
 * The yt-dlp to run: the one that is named, else the first on the PATH.
 * @returns an absolute path, since it is started without a PATH; undefined when there is none
 */
export async function findYtDlp(
  named: string | undefined,
  path: string | undefined,
): Promise<string | undefined> {
  if (named !== undefined) return named;
  for (const folder of (path ?? '').split(delimiter).filter((part) => part !== '')) {
    const program = join(folder, 'yt-dlp');
    const found = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return program;
  }
  return undefined;
}
