import { join } from 'node:path';
import { sourceUnavailable } from '../../../domain/links/source-errors.ts';
import { type Tries, USUAL_TRIES } from '../web/try-again.ts';
import type { Web } from '../web/web.ts';
import { PieceFetcher } from './fetch-piece.ts';
import { ForeignPiece, TrackFetch } from './fetch-track.ts';
import { readStream } from './read-stream.ts';
import type { Track } from './stream.ts';
import type { StreamTools } from './stream-tools.ts';

interface Into {
  /** Where the stream goes. */
  readonly path: string;
  /** For pieces on their way. */
  readonly folder: string;
  readonly maxBytes: number;
  readonly join: StreamTools['join'];
  /**
   * Bytes that came, seconds of the stream that they hold, and its length in seconds where it is
   * known.
   */
  readonly onProgress: (bytes: number, seconds: number, length: number | null) => void;
  readonly signal: AbortSignal;
  readonly tries?: Tries;
}

/**
 * Fetches every piece of a stream into one file. Its tracks are joined while they come, so that no
 * more than a few pieces lie beside that file.
 * @returns false when it is written in a way that is not read here
 * @throws DomainError source_unavailable
 */
export async function fetchStream(
  web: Web,
  address: string,
  { path, folder, maxBytes, join: joinTracks, onProgress, signal, tries = USUAL_TRIES }: Into,
): Promise<boolean> {
  const stream = await readStream(web, address, signal);
  if (!stream) return false;
  const length = stream.tracks.reduce((sum, track) => sum + lengthOf(track), 0);
  let bytes = 0;
  let seconds = 0;
  const onPiece = (size: number, more: number) => {
    bytes += size;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    seconds += more;
    const part = seconds / stream.tracks.length;
    onProgress(bytes, part, length > 0 ? length / stream.tracks.length : null);
  };
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  const tracks = stream.tracks.map((track, n) => {
    const pieces = new PieceFetcher(web, tries);
    return new TrackFetch(track, {
      path: join(folder, `track-${n}`),
      pieces,
      onPiece,
      signal: either,
    });
  });
  try {
    const files = await Promise.all(tracks.map((track) => track.begin()));
    await joinTracks(files, path, { sparse: false, signal });
    return true;
  } catch (error) {
    if (error instanceof ForeignPiece) return false;
    throw error;
  } finally {
    ended.abort();
    await Promise.all(tracks.map((track) => track.settled()));
  }
}

const tooLarge = (most: number) =>
  sourceUnavailable(
    'unavailable',
    `The stream is larger than the ${Math.floor(most / 1024 ** 2)} MB that are fetched from a link.`,
  );

const lengthOf = ({ pieces }: Track): number => (pieces.at(-1)?.end ?? 0) - (pieces[0]?.start ?? 0);
