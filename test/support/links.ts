import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Egress, egress } from '../../layers/adapters/egress/egress.ts';
import { startProxy } from '../../layers/adapters/egress/proxy.ts';
import { mediaFetcher } from '../../layers/adapters/links/fetch/fetch-media.ts';
import { linkFinder } from '../../layers/adapters/links/find/find-media.ts';
import { piecesSource } from '../../layers/adapters/links/stream/pieces-source.ts';
import type {
  CopyTracks,
  JoinRuns,
  StreamTools,
} from '../../layers/adapters/links/stream/stream-tools.ts';
import type { Patience } from '../../layers/adapters/links/web/patience.ts';
import { takeOnLoopback } from '../../layers/adapters/loopback/take-bytes.ts';
import type {
  FetchProgress,
  FetchRound,
  FoundMedia,
  Link,
  LinkFinder,
  MediaSink,
} from '../../layers/app/ports/links/links.ts';
import { DomainError } from '../../layers/domain/errors.ts';
import { copyTracks } from '../../layers/media/fetch/copy-tracks.ts';
import { joinRuns } from '../../layers/media/fetch/join-runs.ts';
import { joinTracks } from '../../layers/media/fetch/join-tracks.ts';
import { packetTimes } from '../../layers/media/fetch/packet-times.ts';
import { remux } from '../../layers/media/fetch/remux.ts';
import { slideFilm } from '../../layers/media/fetch/slide-film.ts';
import { findBinaries } from '../../layers/media/ffmpeg/binaries.ts';
import { PLACES } from '../../layers/media/probe/content-box.ts';
import { keptMedia } from './kept-media.ts';

const MB = 1024 ** 2;
type Join = Parameters<StreamTools['join']>;
type Copy = Parameters<CopyTracks>;

// To be found it is started, which takes longer than much of what is tested here.
let found: ReturnType<typeof findBinaries> | undefined;

/**
 * Links as they are followed in production, with an egress of the test's choice and no downloader.
 */
export async function followingLinks({
  outside = egress('1'),
  pace = { bytes: 1000, everyMs: 30_000 },
  patience,
  downloader,
  ffmpeg,
}: {
  outside?: Egress;
  pace?: { bytes: number; everyMs: number };
  patience?: Patience;
  downloader?: LinkFinder;
  /** Another than the one that is found. */
  ffmpeg?: string;
} = {}) {
  found ??= findBinaries({});
  const binaries = await (ffmpeg === undefined ? found : findBinaries({ ffmpeg }));
  const proxy = await startProxy(outside);
  const wayOut = { refusalOf: outside.refusalOf, lane: proxy.lane };
  const finder = linkFinder(wayOut, downloader, patience);
  const tools = {
    copy: (...[tracks, options]: Copy) => copyTracks(binaries, takeOnLoopback, tracks, options),
    joinRuns: (...[runs, path, signal]: Parameters<JoinRuns>) =>
      joinRuns(binaries, runs, path, signal),
    join: (...[tracks, path, options]: Join) => joinTracks(binaries, tracks, path, options),
    times: (path: string, signal: AbortSignal) => packetTimes(binaries, path, signal),
    places: PLACES,
    remux: (address: string, options: Parameters<typeof remux>[3]) =>
      remux(binaries, takeOnLoopback, address, options),
    slideFilm: (from: Parameters<typeof slideFilm>[1], signal: AbortSignal) =>
      slideFilm(binaries, from, signal),
  };
  const fetcher = mediaFetcher(wayOut, tools, undefined, pace);
  const folder = await mkdtemp(join(tmpdir(), 'links-'));
  const progress: FetchProgress[] = [];
  const never = new AbortController().signal;
  return {
    binaries,
    proxy,
    folder,
    progress,
    tools,
    find: (url: string) => finder.find(onTheWeb(url), never),
    async fetch(found: FoundMedia, maxBytes = 100 * MB) {
      const sink = keptMedia(folder);
      const into = { folder, maxBytes, sink };
      const fetched = await fetcher.fetch(found, into, (step) => progress.push(step), never);
      return { ...fetched, path: sink.path };
    },
    /** As one round of several. */
    fetchRound: (found: FoundMedia, sink: MediaSink, round: FetchRound, maxBytes = 100 * MB) =>
      fetcher.fetch(found, { folder, maxBytes, sink, round }, (step) => progress.push(step), never),
    /** As a worker opens a stream of which it needs a part. */
    open: (address: string) =>
      piecesSource(
        wayOut,
        address,
        { tools, newFolder: () => mkdtemp(join(tmpdir(), 'opened-')) },
        never,
      ),
    async close() {
      await proxy.close();
      await rm(folder, { recursive: true });
    },
  };
}

const onTheWeb = (url: string): Link => ({ url, canonical: url, platform: 'web' });

export const fileAt = (address: string): FoundMedia => ({
  place: { kind: 'file', address, bytes: null, ranges: false },
  title: null,
  language: null,
  captions: [],
  notes: [],
});

/** Why something that was promised cannot be had. */
export async function reasonOf(promised: Promise<unknown>): Promise<string | undefined> {
  try {
    await promised;
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.detail.reason ?? error.type;
    throw error;
  }
}
