import type { z } from 'zod';
import { egress } from '../../layers/adapters/egress/egress.ts';
import { startProxy } from '../../layers/adapters/egress/proxy.ts';
import { upstreamAt } from '../../layers/adapters/egress/upstream.ts';
import { mediaFetcher } from '../../layers/adapters/links/fetch/fetch-media.ts';
import { linkFinder } from '../../layers/adapters/links/find/find-media.ts';
import { findYtDlp } from '../../layers/adapters/links/yt-dlp/find-binary.ts';
import { ytDlp } from '../../layers/adapters/links/yt-dlp/yt-dlp.ts';
import { joinTracks } from '../../layers/media/fetch/join-tracks.ts';
import { remux } from '../../layers/media/fetch/remux.ts';
import { slideFilm } from '../../layers/media/fetch/slide-film.ts';
import type { Binaries } from '../../layers/media/ffmpeg/binaries.ts';
import { countedFetcher, countedFinder } from './counted-links.ts';
import type { EgressEnv } from './egress-env.ts';
import type { LinkEnv } from './link-env.ts';
import { newestSecretIn } from './secrets.ts';
import { waitingFinder } from './waiting.ts';

type Settings = z.infer<typeof LinkEnv> & z.infer<typeof EgressEnv>;

/** A secret that another service gave: its newest value is the one that counts. */
const given = async (variable: string | undefined): Promise<string | undefined> =>
  variable === undefined ? undefined : newestSecretIn(variable);

/**
 * What follows links. All of it goes out through one proxy, which this process starts for itself.
 */
export async function linkMedia(env: Settings, binaries: Binaries) {
  const outside = egress(env.ALLOW_PRIVATE_SOURCES, env.EGRESS_PORTS);
  const [address, cookies] = await Promise.all([given(env.LINK_PROXY), given(env.LINK_COOKIES)]);
  const upstream = address === undefined ? undefined : upstreamAt(address, env.LINK_PROXY_HOSTS);
  const { lane } = await startProxy(outside, upstream);
  const out = { refusalOf: outside.refusalOf, lane };
  const binary = await findYtDlp(env.YT_DLP_PATH, env.PATH);
  const downloader =
    binary === undefined ? undefined : ytDlp({ binary, ffmpeg: binaries.ffmpeg, out, cookies });
  const tools: Parameters<typeof mediaFetcher>[1] = {
    join: (tracks, path, options) => joinTracks(binaries, tracks, path, options),
    remux: (address, path, options) => remux(binaries, address, path, options),
    slideFilm: (from, signal) => slideFilm(binaries, from, signal),
  };
  return {
    /** Whether an address is followed through the operator's proxy, which nobody else is told of. */
    isCarried: (address: string) => upstream?.carries(new URL(address).hostname) ?? false,
    finder: waitingFinder(countedFinder(linkFinder(out, downloader))),
    fetcher: countedFetcher(mediaFetcher(out, tools, downloader)),
  };
}
