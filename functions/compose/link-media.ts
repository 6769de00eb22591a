import { egress } from '../../layers/adapters/egress/egress.ts';
import { startProxy } from '../../layers/adapters/egress/proxy.ts';
import { mediaFetcher } from '../../layers/adapters/links/fetch-media.ts';
import { linkFinder } from '../../layers/adapters/links/find-media.ts';
import { serveParts } from '../../layers/adapters/links/serve-parts.ts';
import { ytDlp } from '../../layers/adapters/links/yt-dlp.ts';
import { findYtDlp } from '../../layers/adapters/links/yt-dlp-find-binary.ts';
import { remux } from '../../layers/media/fetch/remux.ts';
import { slideFilm } from '../../layers/media/fetch/slide-film.ts';
import type { Binaries } from '../../layers/media/ffmpeg/binaries.ts';

interface LinkEnv {
  readonly ALLOW_PRIVATE_SOURCES?: string | undefined;
  readonly EGRESS_PORTS?: string | undefined;
  readonly YT_DLP_PATH?: string | undefined;
  readonly PATH?: string | undefined;
}

/** What follows links. All of it goes out through one proxy, which this process starts for itself. */
export async function linkMedia(env: LinkEnv, binaries: Binaries) {
  const outside = egress(env.ALLOW_PRIVATE_SOURCES, env.EGRESS_PORTS);
  const { lane } = await startProxy(outside);
  const out = { refusalOf: outside.refusalOf, lane };
  const binary = await findYtDlp(env.YT_DLP_PATH, env.PATH);
  const downloader =
    binary === undefined ? undefined : ytDlp({ binary, ffmpeg: binaries.ffmpeg, out });
  const tools: Parameters<typeof mediaFetcher>[1] = {
    remux: (address, path, options) => remux(binaries, address, path, options),
    slideFilm: (from, signal) => slideFilm(binaries, from, signal),
  };
  return {
    serve: (file: Parameters<typeof serveParts>[1]) => serveParts(out, file),
    finder: linkFinder(out, downloader),
    fetcher: mediaFetcher(out, tools, downloader),
  };
}
