import type { z } from 'zod';
import { egress } from '../../../layers/adapters/egress/egress.ts';
import { startProxy } from '../../../layers/adapters/egress/proxy.ts';
import { upstreamAt } from '../../../layers/adapters/egress/upstream.ts';
import { mediaFetcher } from '../../../layers/adapters/links/fetch/fetch-media.ts';
import { linkFinder } from '../../../layers/adapters/links/find/find-media.ts';
import { ytDlp } from '../../../layers/adapters/links/yt-dlp/yt-dlp.ts';
import { takeOnLoopback } from '../../../layers/adapters/loopback/take-bytes.ts';
import { tempFolder } from '../../../layers/adapters/system/scratch.ts';
import type { LinkAccess } from '../../../layers/app/ports/links/fetch-orders.ts';
import { copyTracks } from '../../../layers/media/fetch/copy-tracks.ts';
import { joinRuns } from '../../../layers/media/fetch/join-runs.ts';
import { remux } from '../../../layers/media/fetch/remux.ts';
import { slideFilm } from '../../../layers/media/fetch/slide-film.ts';
import type { Binaries } from '../../../layers/media/ffmpeg/binaries.ts';
import type { EgressEnv } from '../../compose/env/egress-env.ts';

interface Tools {
  readonly binaries: Binaries;
  /** The path of yt-dlp; undefined where none is installed. */
  readonly binary: string | undefined;
}

/**
 * What follows links, for one order. All of it goes out through one proxy, which is started here
 * and ends with `close`.
 */
export async function linkMedia(
  env: z.infer<typeof EgressEnv>,
  { binaries, binary }: Tools,
  { proxy: address, proxyHosts, cookies }: LinkAccess,
) {
  const outside = egress(env.ALLOW_PRIVATE_SOURCES, env.EGRESS_PORTS);
  const upstream = address === undefined ? undefined : upstreamAt(address, proxyHosts);
  const proxy = await startProxy(outside, upstream);
  const out = { refusalOf: outside.refusalOf, lane: proxy.lane };
  const downloader =
    binary === undefined
      ? undefined
      : ytDlp({ binary, ffmpeg: binaries.ffmpeg, out, newFolder: tempFolder, cookies });
  const tools: Parameters<typeof mediaFetcher>[1] = {
    copy: (tracks, options) => copyTracks(binaries, takeOnLoopback, tracks, options),
    joinRuns: (runs, path, signal) => joinRuns(binaries, runs, path, signal),
    remux: (from, options) => remux(binaries, takeOnLoopback, from, options),
    slideFilm: (from, signal) => slideFilm(binaries, from, signal),
  };
  return {
    finder: linkFinder(out, downloader),
    fetcher: mediaFetcher(out, tools, downloader),
    close: proxy.close,
  };
}
