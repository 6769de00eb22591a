import { findYtDlp } from '../../layers/adapters/links/yt-dlp/find-binary.ts';

/** The machine's yt-dlp. Its tests are never skipped: without it they fail, and say why. */
export async function installedYtDlp(): Promise<string> {
  const binary = await findYtDlp(process.env['YT_DLP_PATH'], process.env['PATH']);
  if (binary === undefined) {
    throw new Error(
      'yt-dlp is not on the PATH, and these tests run it. Install it with bin/setup.',
    );
  }
  return binary;
}
