import { access, constants } from 'node:fs/promises';
import { resolve } from 'node:path';

/** Where the downloader of a data folder lies, once one was brought. */
export const downloaderIn = (dataDir: string): string => resolve(dataDir, 'tools/yt-dlp');

/** The downloader that was brought into a data folder; undefined when none was. */
export const keptDownloader = (dataDir: string): Promise<string | undefined> =>
  access(downloaderIn(dataDir), constants.X_OK).then(
    () => downloaderIn(dataDir),
    () => undefined,
  );
