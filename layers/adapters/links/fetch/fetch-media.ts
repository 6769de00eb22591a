import {
  type FetchedMedia,
  type FetchProgress,
  type FetchRound,
  type MediaFetcher,
  type MediaSink,
  RoundOver,
} from '../../../app/ports/links/links.ts';
import { DomainError } from '../../../domain/errors.ts';
import { sourceUnavailable } from '../../../domain/links/source-errors.ts';
import { fetchStream, type StreamProgress } from '../stream/fetch-stream.ts';
import type { CopyTracks, JoinRuns } from '../stream/stream-tools.ts';
import { leftNotes } from '../web/caption-notes.ts';
import { PATIENCE, type Pace, watch } from '../web/patience.ts';
import type { Lane, WayOut } from '../web/way-out.ts';
import { type Web, webOver } from '../web/web.ts';
import { wantedCaptions } from '../yt-dlp/wanted-captions.ts';
import { fetchCaptions } from './fetch-captions.ts';
import { fetchFile, progressOver } from './fetch-file.ts';
import { fetchSlides, type SlideFilm } from './fetch-slides.ts';
import { type OwnPlace, ownWay } from './own-way.ts';

/** What making one file of a link's media takes beside fetching. */
export interface MediaTools {
  readonly copy: CopyTracks;
  readonly joinRuns: JoinRuns;
  /**
   * Copies an HLS or DASH stream into an mkv, opening all of it through the proxy, and hands its
   * clusters on as they come.
   * @returns makes what goes before the clusters, of so many bytes where that is told
   */
  remux(
    address: string,
    options: {
      readonly proxy: Pick<Lane, 'url' | 'inPlain'>;
      /** For files on their way. */
      readonly folder: string;
      readonly maxBytes: number;
      readonly onCluster: (bytes: Uint8Array) => Promise<void>;
      readonly onProgress: (bytes: number, seconds: number, length: number | null) => void;
      readonly signal: AbortSignal;
    },
  ): Promise<(bytes?: number) => Uint8Array>;
  readonly slideFilm: SlideFilm;
}

/** What playlists, captions and packets cost beside the media itself. */
const OVERHEAD_BYTES = 64 * 1024 * 1024;

/** Of what a page offers, and the downloader fetches once more. */
const MOST_LOST_BYTES = 64 * 1024 * 1024;

/**
 * Brings media into one file: one that is there as it comes, one that has to be made when it is.
 * @param downloader fetches from pages; undefined where none is installed
 */
export const mediaFetcher = (
  wayOut: WayOut,
  tools: MediaTools,
  downloader: MediaFetcher | undefined,
  pace: Pace = PATIENCE.fetching,
): MediaFetcher => {
  const byDownloader: MediaFetcher['fetch'] = async (found, into, onProgress, callersSignal) => {
    if (!downloader) throw sourceUnavailable('no_video');
    const { round, room = Number.POSITIVE_INFINITY } = into;
    // What it has to join lies here twice.
    const within = { ...into, maxBytes: Math.min(into.maxBytes, room / 2) };
    const signal = untilOver(round, callersSignal);
    return await downloader.fetch(found, within, onProgress, signal).catch(toldWhy(round));
  };
  const ourselves = async (
    place: OwnPlace,
    [found, into, onProgress, callersSignal]: Parameters<MediaFetcher['fetch']>,
  ): Promise<FetchedMedia> => {
    const { round } = into;
    const maxBytes = into.maxBytes + OVERHEAD_BYTES;
    const lane = wayOut.lane({ maxBytes });
    const plain = wayOut.lane({ maxBytes, plain: true });
    // While the sink takes its time nothing is expected to come.
    let isTaken = true;
    const taking = async (work: Promise<void>): Promise<void> => {
      isTaken = false;
      await work;
      isTaken = true;
    };
    const sink: MediaSink = {
      write: (bytes, at) => taking(into.sink.write(bytes, at)),
      end: () => taking(into.sink.end()),
      take: (path) => taking(into.sink.take(path)),
      add: (bytes, isFirst) => taking(into.sink.add(bytes, isFirst)),
      endUnder: (head) => taking(into.sink.endUnder(head)),
    };
    const dripping = watch(
      () => lane.bytes() + plain.bytes(),
      pace,
      () => !isTaken,
    );
    const signal = AbortSignal.any([callersSignal, dripping.signal]);
    const offer = found.place.kind === 'page' ? found.place.offered : undefined;
    const web = asking(webOver(lane, wayOut.refusalOf), offer?.headers);
    const { stop } = dripping;
    const work = {
      ...into,
      sink,
      web,
      plain,
      tools,
      onProgress,
      signal,
      fetched: stop,
      isOffered: offer !== undefined,
    };
    try {
      const made = await make(place, work).catch(toldWhy(round));
      stop();
      const offers = offer ? wantedCaptions(found) : found.captions;
      const { captions, notes } = await fetchCaptions(web, offers, signal);
      const told = [...found.notes, ...notes, ...leftNotes(found.captions, offers)];
      return { carousel: null, captions, notes: told, ...made };
    } catch (error) {
      callersSignal.throwIfAborted();
      const told = dripping.signal.aborted ? tooSlow() : error;
      // What is offered may be for whoever asked before, or not be read here.
      const isEarly = lane.bytes() < MOST_LOST_BYTES && !round?.over.aborted;
      if (offer && isEarly && told instanceof DomainError) throw new OfferRefused(told);
      throw told;
    } finally {
      stop();
      web.close();
      lane.close();
      plain.close();
    }
  };
  return {
    async fetch(...asked) {
      const place = ownWay(asked[0].place);
      if (!place) return byDownloader(...asked);
      try {
        return await ourselves(place, asked);
      } catch (error) {
        if (error instanceof OfferRefused) return byDownloader(...asked);
        throw error;
      }
    },
  };
};

/** What a page offers was not had: the downloader has its own ways. */
class OfferRefused extends Error {
  override readonly name = 'OfferRefused';

  constructor(cause: DomainError) {
    super('what the page offers was not had', { cause });
  }
}

/** Asks with more headers. */
const asking = (web: Web, headers: Readonly<Record<string, string>> = {}): Web => ({
  ...web,
  open: (address, more) => web.open(address, { ...more, headers: { ...headers, ...more.headers } }),
});

const tooSlow = () =>
  sourceUnavailable('unavailable', 'The site of the link sends too slowly to be waited for.');

interface Work {
  readonly folder: string;
  readonly maxBytes: number;
  readonly room?: number;
  readonly sink: MediaSink;
  readonly web: Web;
  readonly plain: Lane;
  readonly tools: MediaTools;
  readonly onProgress: (progress: FetchProgress) => void;
  readonly signal: AbortSignal;
  readonly round?: FetchRound | undefined;
  /** Says that what comes now takes time, but brings no bytes. */
  readonly fetched: () => void;
  /** Whether it is a page's, which the downloader fetches likewise. */
  readonly isOffered: boolean;
}
type Made = Partial<Pick<FetchedMedia, 'carousel' | 'missing'>>;

type Of<Kind extends OwnPlace['kind']> = Extract<OwnPlace, { readonly kind: Kind }>;

const make = (place: OwnPlace, work: Work): Promise<Made> =>
  place.kind === 'file'
    ? file(place, work)
    : place.kind === 'stream'
      ? stream(place, work)
      : fetchSlides(place, { ...inOneGo(work), slideFilm: work.tools.slideFilm });

/** What is made of pieces ends with the round. */
const inOneGo = ({ round, ...work }: Work): Work => ({
  ...work,
  signal: untilOver(round, work.signal),
});

const untilOver = (round: FetchRound | undefined, signal: AbortSignal): AbortSignal =>
  round ? AbortSignal.any([signal, round.over]) : signal;

/** What failed because its time was over, says so. */
const toldWhy =
  (round: FetchRound | undefined) =>
  (error: unknown): never => {
    if (!round?.over.aborted || error instanceof DomainError || error instanceof RoundOver) {
      throw error;
    }
    throw sourceUnavailable(
      'unavailable',
      'The source takes longer than a link is fetched in one go, and is made of pieces, which cannot be left to another one.',
      { cause: error },
    );
  };

async function file(
  { address, askedAt }: Of<'file'>,
  { maxBytes, sink, web, onProgress, signal, round }: Work,
): Promise<Made> {
  const onBytes = progressOver(onProgress, { before: round?.from?.bytes ?? 0 });
  const seen = { askedAt: askedAt ?? address };
  await fetchFile({ web, address, seen, sink, maxBytes, onBytes, signal, round });
  return {};
}

async function stream({ at }: Of<'stream'>, work: Work): Promise<Made> {
  const { folder, maxBytes, sink, web, plain, tools, onProgress } = work;
  const { room = Number.POSITIVE_INFINITY } = work;
  const started = Date.now();
  const tell = ({ bytes, seconds, before, length }: StreamProgress) => {
    const isKnown = length !== null && seconds > before;
    const left = isKnown ? (length - seconds) / (seconds - before) : null;
    const secondsLeft =
      left === null ? null : Math.max(0, Math.ceil((left * (Date.now() - started)) / 1000));
    onProgress({ bytes, of: null, secondsLeft });
  };
  const into = { ...work, room, copy: tools.copy, joinRuns: tools.joinRuns, onProgress: tell };
  const fetched = await fetchStream(web, at, into);
  if (fetched) return fetched;
  if (typeof at !== 'string' || work.isOffered) throw sourceUnavailable('unknown');
  // What is not read here, ffmpeg may still read.
  let isFirst = true;
  const head = await tools.remux(at, {
    proxy: plain,
    folder,
    maxBytes,
    onCluster: async (bytes) => {
      await sink.add(bytes, isFirst);
      isFirst = false;
    },
    onProgress: (bytes, seconds, length) => tell({ bytes, seconds, before: 0, length }),
    signal: inOneGo(work).signal,
  });
  await sink.endUnder(head);
  return {};
}
