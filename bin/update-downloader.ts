import '../local/service/require-node.ts';
import { makeDataDir } from '../local/data-dir/make-data-dir.ts';
import { bringDownloader } from '../local/downloader/bring-downloader.ts';
import { downloaderIn } from '../local/downloader/kept-downloader.ts';

/**
 * Brings the newest downloader into the data folder, where the local service looks for it first.
 * YT_DLP_RELEASES names another folder of releases, such as a mirror.
 */
const {
  DATA_DIR = '.local',
  YT_DLP_RELEASES = 'https://github.com/yt-dlp/yt-dlp/releases/latest/download',
} = process.env;

try {
  await makeDataDir(DATA_DIR);
  const to = downloaderIn(DATA_DIR);
  const version = await bringDownloader({ releases: YT_DLP_RELEASES, to });
  console.log(`yt-dlp ${version} lies at ${to}. The service takes it when it is started again.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
