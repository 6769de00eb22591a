import { egress } from '../../layers/adapters/egress/egress.ts';
import { startProxy } from '../../layers/adapters/egress/proxy.ts';
import { mediaFetcher } from '../../layers/adapters/links/fetch/fetch-media.ts';
import { linkFinder } from '../../layers/adapters/links/find/find-media.ts';
import { serveParts } from '../../layers/adapters/links/in-place/serve-parts.ts';
import { openStream } from '../../layers/adapters/links/stream/open-stream.ts';
import type { StreamTools } from '../../layers/adapters/links/stream/stream-tools.ts';
import { findYtDlp } from '../../layers/adapters/links/yt-dlp/find-binary.ts';
import { ytDlp } from '../../layers/adapters/links/yt-dlp/yt-dlp.ts';
import { tempFolder } from '../../layers/adapters/system/scratch.ts';
import type { OpenedMedia, RemoteMedia } from '../../layers/app/ports/remote-media.ts';
import { joinTracks } from '../../layers/media/fetch/join-tracks.ts';
import { packetTimes } from '../../layers/media/fetch/packet-times.ts';
import { remux } from '../../layers/media/fetch/remux.ts';
import { slideFilm } from '../../layers/media/fetch/slide-film.ts';
import type { Binaries } from '../../layers/media/ffmpeg/binaries.ts';
import { PLACES } from '../../layers/media/probe/content-box.ts';

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
  const tools: Parameters<typeof mediaFetcher>[1] & StreamTools = {
    join: (tracks, path, options) => joinTracks(binaries, tracks, path, options),
    times: (path, signal) => packetTimes(binaries, path, signal),
    places: PLACES,
    remux: (address, path, options) => remux(binaries, address, path, options),
    slideFilm: (from, signal) => slideFilm(binaries, from, signal),
  };
  return {
    /** @param readers what reads the video once it is opened where it lies */
    remote: (readers: Pick<OpenedMedia, 'engine' | 'listen'>): RemoteMedia => ({
      open: async (place, signal) =>
        place.kind === 'file'
          ? { ...(await serveParts(out, place)), ...readers }
          : openStream(out, place.address, { tools, readers, newFolder: tempFolder }, signal),
    }),
    finder: linkFinder(out, downloader),
    fetcher: mediaFetcher(out, tools, downloader),
  };
}
