import type { z } from 'zod';
import { egress } from '../../../layers/adapters/egress/egress.ts';
import { type EgressProxy, startProxy } from '../../../layers/adapters/egress/proxy.ts';
import { rangedSource } from '../../../layers/adapters/links/in-place/ranged-source.ts';
import { piecesSource } from '../../../layers/adapters/links/stream/pieces-source.ts';
import { serveOnLoopback } from '../../../layers/adapters/loopback/serve-bytes.ts';
import { tempFolder } from '../../../layers/adapters/system/scratch.ts';
import type { RemoteMedia } from '../../../layers/app/ports/sources/decoder.ts';
import type { RemoteSource } from '../../../layers/app/ports/sources/remote-source.ts';
import type { PartiallyReadable } from '../../../layers/app/ports/sources/video-source.ts';
import { sourceUnavailable } from '../../../layers/domain/links/source-errors.ts';
import { joinTracks } from '../../../layers/media/fetch/join-tracks.ts';
import { packetTimes } from '../../../layers/media/fetch/packet-times.ts';
import type { Binaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { PLACES } from '../../../layers/media/probe/content-box.ts';
import type { EgressEnv } from '../../compose/env/egress-env.ts';

/**
 * Media on the internet, read where it lies through a proxy that this process starts when it first
 * needs one. It knows neither cookies nor a proxy of the operator.
 */
export function remoteMedia(env: z.infer<typeof EgressEnv>, binaries: Binaries) {
  const outside = egress(env.ALLOW_PRIVATE_SOURCES, env.EGRESS_PORTS);
  let proxy: Promise<EgressProxy> | undefined;
  const tools = {
    join: (...[tracks, path, options]: JoinArgs) => joinTracks(binaries, tracks, path, options),
    times: (path: string, signal: AbortSignal) => packetTimes(binaries, path, signal),
    places: PLACES,
  };
  const open = async (
    place: PartiallyReadable,
    signal: AbortSignal,
  ): Promise<RemoteSource | undefined> => {
    proxy ??= startProxy(outside);
    const { lane } = await proxy;
    const out = { refusalOf: outside.refusalOf, lane };
    return place.kind === 'file'
      ? rangedSource(out, serveOnLoopback, place)
      : piecesSource(out, place.address, { tools, newFolder: tempFolder }, signal);
  };
  return {
    /** @returns undefined when it can only be fetched as a whole */
    open,
    /** @throws DomainError source_unavailable when it is not what it was */
    async again({ remote, version }: RemoteMedia, signal: AbortSignal): Promise<RemoteSource> {
      const media = await open(remote, signal);
      if (media?.version === version) return media;
      media?.close();
      throw sourceUnavailable('unavailable', 'The video at the link changed.');
    },
  };
}

type JoinArgs = Parameters<typeof joinTracks> extends [Binaries, ...infer Args] ? Args : never;
