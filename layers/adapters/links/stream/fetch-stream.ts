import { join } from 'node:path';
import {
  type CopiedSoFar,
  type FetchedMedia,
  type FetchRound,
  type FileUnderWay,
  type MediaSink,
  type OfferedFormat,
  RoundOver,
} from '../../../app/ports/links/links.ts';
import { sourceUnavailable } from '../../../domain/links/source-errors.ts';
import { type Tries, USUAL_TRIES } from '../web/try-again.ts';
import type { Web } from '../web/web.ts';
import { PieceFetcher } from './fetch-piece.ts';
import { ForeignPiece } from './fetch-track.ts';
import { Lacking } from './lacking.ts';
import { readStream, readTracks } from './read-stream.ts';
import { RunFetch } from './run-fetch.ts';
import { type Stream, type Tracks, versionOf, zeroOf } from './stream.ts';
import { ofPeriods, tooLarge } from './stream-errors.ts';
import type { CopyTracks, JoinRuns } from './stream-tools.ts';

interface Into {
  readonly sink: Pick<MediaSink, 'add' | 'endUnder'>;
  /** For pieces on their way. */
  readonly folder: string;
  readonly maxBytes: number;
  /** Bytes for which that has room. */
  readonly room: number;
  readonly copy: CopyTracks;
  readonly joinRuns: JoinRuns;
  readonly onProgress: (progress: StreamProgress) => void;
  readonly signal: AbortSignal;
  readonly round?: FetchRound | undefined;
  readonly tries?: Tries;
}

export interface StreamProgress {
  /** Of the copy. */
  readonly bytes: number;
  /** Seconds of the stream that have come, and of these in rounds before. */
  readonly seconds: number;
  readonly before: number;
  /** Of the stream, where it is known. */
  readonly length: number | null;
}

/** The clock of a transport stream, in which runs are joined, begins anew after 26.5 hours. */
const MOST_JOINED_SECONDS = 26 * 3600;
/** How often a stream is begun anew whose playlist names other pieces than a round before. */
const MAX_BEGINNINGS = 3;
/**
 * Before the last cluster that is stored: all of what it begins behind, whatever a playlist's
 * seconds are off by.
 */
const OVERLAP_SECONDS = 10;

/**
 * Fetches every piece of a stream into one file, whose tracks are joined while they come: no more
 * than a few pieces lie here. One that says where its seconds lie goes on in another round, from the
 * last cluster that was stored.
 * @param at of its playlist or manifest, or of each of its tracks
 * @returns what of it is not there; undefined when it is written in a way that is not read here
 * @throws DomainError source_unavailable; RoundOver
 */
export async function fetchStream(
  web: Web,
  at: string | readonly OfferedFormat[],
  into: Into,
): Promise<Pick<FetchedMedia, 'missing'> | undefined> {
  const { sink, copy, joinRuns, onProgress, signal: callers, round } = into;
  const path = join(into.folder, 'runs');
  const read = typeof at === 'string' ? readStream(web, at, callers) : readTracks(web, at, callers);
  const stream = await read;
  if (!stream) return undefined;
  const { from, missing, beginnings } = takenUp(stream, round);
  const lacking = new Lacking(stream, missing);
  const ended = new AbortController();
  const signal = AbortSignal.any([callers, ended.signal, ...(round ? [round.over] : [])]);
  const meter = metered(stream, into, from);
  const fetching = new RunFetch(stream, {
    folder: into.folder,
    pieces: new PieceFetcher(web, into.tries ?? USUAL_TRIES, into.room),
    onPiece: (track, bytes, piece) => {
      lacking.came(track, bytes, piece);
      onProgress(meter.came(track, bytes, piece.end));
    },
    signal,
  });
  const goesOn = stream.timed && fetching.isCut;
  let soFar = (): CopiedSoFar | undefined => from;
  const underWay = (): FileUnderWay | undefined => {
    const copied = goesOn ? soFar() : undefined;
    const missing = lacking.soFar;
    return copied && { version: versionOf(stream), of: null, beginnings, copied, missing };
  };
  round?.comes(underWay);
  let isFirst = from === undefined;
  const onCluster = async (bytes: Uint8Array, now: () => CopiedSoFar): Promise<void> => {
    meter.copied(bytes.length);
    soFar = now;
    await sink.add(bytes, isFirst);
    isFirst = false;
  };
  try {
    const second = from && zeroOf(stream.runs[0]) + from.last.time / 1000 - OVERLAP_SECONDS;
    const isOne = stream.runs.length === 1;
    if (!isOne && lengthOf(stream.runs, 0) > MOST_JOINED_SECONDS) return leftTo(stream);
    const joined = isOne ? undefined : await joinRuns(fetching.inTurn(), path, signal);
    if (!isOne && !joined) return leftTo(stream);
    const files = joined ? [joined] : await fetching.begin(second);
    // Runs have one clock once they are joined, whatever is missing of them.
    const sparse = !isOne || stream.missing.length > 0;
    const head = await copy(files, { from, sparse, onCluster, signal });
    if (!head) throw otherCopy();
    await sink.endUnder(head);
    return { missing: lacking.all() };
  } catch (error) {
    if (error instanceof ForeignPiece) return leftTo(stream);
    callers.throwIfAborted();
    if (round?.over.aborted && signal.aborted && underWay()) {
      throw new RoundOver('the stream goes on in another round', { cause: error });
    }
    throw error;
  } finally {
    ended.abort();
    await fetching.settled();
  }
}

/** What is not read here is left to others. */
function leftTo({ onlyHere }: Stream): undefined {
  if (onlyHere) throw ofPeriods();
}

/** Where the round before left a stream, unless it is another one now. */
function takenUp(stream: Stream, round: FetchRound | undefined) {
  const kept = round?.from;
  const isSame = kept?.version === versionOf(stream);
  const beginnings = (kept?.beginnings ?? 0) + (isSame ? 0 : 1);
  if (beginnings > MAX_BEGINNINGS) throw changed();
  return { ...(isSame && { from: kept?.copied, missing: kept?.missing }), beginnings };
}

/** Counts what came of a stream, and holds it to its limits. */
function metered({ runs }: Stream, { maxBytes }: Into, from: CopiedSoFar | undefined) {
  const tracks = runs[0];
  const length = mean(tracks.map((_, n) => lengthOf(runs, n)));
  const before = (from?.last.time ?? 0) / 1000;
  const seconds = tracks.map(() => before);
  let came = 0;
  let copied = from?.bytes ?? 0;
  const held = (bytes: number): void => {
    if (bytes > maxBytes) throw tooLarge(maxBytes);
  };
  return {
    /** Told of a track's piece, which ends at a second. */
    came(track: number, size: number, end: number): StreamProgress {
      came += size;
      const begun = tracks[track]?.pieces[0]?.start ?? 0;
      seconds[track] = Math.max(seconds[track] ?? 0, end - begun);
      // Pieces of a round before come again.
      if (!from) held(came);
      return { bytes: copied, seconds: mean(seconds), before, length: length > 0 ? length : null };
    },
    copied(size: number): void {
      copied += size;
      held(copied);
    },
  };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const lengthOf = (runs: readonly Tracks[], track: number): number =>
  (runs.at(-1)?.[track]?.pieces.at(-1)?.end ?? 0) - (runs[0]?.[track]?.pieces[0]?.start ?? 0);

const changed = () =>
  sourceUnavailable('unavailable', 'The stream at the link changed while it was fetched.');

const otherCopy = () =>
  sourceUnavailable(
    'unavailable',
    'The stream takes longer than a link is fetched in one go, and its pieces do not come again as they came before.',
  );
