import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sourceUnavailable } from '../../../domain/links/source-errors.ts';
import { type Tries, USUAL_TRIES } from '../web/try-again.ts';
import type { Web } from '../web/web.ts';
import { PieceFetcher } from './fetch-piece.ts';
import { readStream } from './read-stream.ts';
import type { TimedPiece, Track } from './stream.ts';
import { append, ready } from './track-file.ts';

/** Pieces that are fetched at a time. */
const PARALLEL = 4;
/** Pieces that lie side by side are fetched by one request of this many bytes at most. */
const MOST_BYTES = 8_000_000;

/** A file of one track; its times are ahead of the stream's clock by so many seconds. */
export interface TrackFile {
  readonly path: string;
  readonly ahead: number;
}

interface Into {
  readonly folder: string;
  readonly maxBytes: number;
  /**
   * Bytes that came, seconds of the stream that they hold, and its length in seconds where it is
   * known.
   */
  readonly onProgress: (bytes: number, seconds: number, length: number | null) => void;
  readonly signal: AbortSignal;
  readonly tries?: Tries;
}

/**
 * Fetches every piece of a stream, into a file for each of its tracks.
 * @returns undefined when it is written in a way that is not read here
 * @throws DomainError source_unavailable
 */
export async function fetchStream(
  web: Web,
  address: string,
  { folder, maxBytes, onProgress, signal, tries = USUAL_TRIES }: Into,
): Promise<TrackFile[] | undefined> {
  const stream = await readStream(web, address, signal);
  if (!stream) return undefined;
  const length = stream.tracks.reduce((sum, track) => sum + lengthOf(track), 0);
  const files: TrackFile[] = [];
  let bytes = 0;
  let seconds = 0;
  const onPiece = (size: number, more: number) => {
    bytes += size;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    seconds += more;
    const part = seconds / stream.tracks.length;
    onProgress(bytes, part, length > 0 ? length / stream.tracks.length : null);
  };
  for (const [n, track] of stream.tracks.entries()) {
    const path = join(folder, `track-${n}`);
    const pieces = new PieceFetcher(web, tries);
    if (!(await fetchTrack(track, path, { pieces, onPiece, signal }))) return undefined;
    files.push({ path, ahead: track.ahead });
  }
  return files;
}

const tooLarge = (most: number) =>
  sourceUnavailable(
    'unavailable',
    `The stream is larger than the ${Math.floor(most / 1024 ** 2)} MB that are fetched from a link.`,
  );

const lengthOf = ({ pieces }: Track): number => (pieces.at(-1)?.end ?? 0) - (pieces[0]?.start ?? 0);

interface Fetching {
  readonly pieces: PieceFetcher;
  readonly onPiece: (bytes: number, seconds: number) => void;
  readonly signal: AbortSignal;
}

async function fetchTrack(
  track: Track,
  path: string,
  { pieces, onPiece, signal }: Fetching,
): Promise<boolean> {
  await writeFile(path, '');
  const init = track.init ? [{ ...track.init, start: 0, end: 0 }] : [];
  const wanted: readonly TimedPiece[] = [...init, ...joined(track.pieces)];
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const fetched = new Map<number, Promise<string>>();
  const begin = (n: number) => {
    const piece = wanted[n];
    if (!piece || fetched.has(n)) return;
    const here = `${path}-${n}`;
    const coming = pieces.into(here, piece, either).then(() => here);
    // Whoever waits for it learns of it.
    coming.catch(() => undefined);
    fetched.set(n, coming);
  };
  try {
    for (const [n, { start, end }] of wanted.entries()) {
      for (let more = n; more < n + PARALLEL; more += 1) begin(more);
      const here = (await fetched.get(n)) ?? '';
      fetched.delete(n);
      if (!(await ready(here))) return false;
      await append(here, path);
      const { size } = await stat(here);
      await rm(here);
      onPiece(size, end - start);
    }
    return true;
  } finally {
    failed.abort();
    await Promise.allSettled(fetched.values());
  }
}

/** Pieces that lie side by side in one file, as one. */
function joined(pieces: readonly TimedPiece[]): TimedPiece[] {
  const together: TimedPiece[] = [];
  for (const piece of pieces) {
    const before = together.at(-1);
    const [first, last] = piece.range ?? [0, 0];
    const [begun, until] = before?.range ?? [0, 0];
    const fits =
      before?.range &&
      piece.range &&
      !piece.key &&
      !before.key &&
      before.address === piece.address &&
      first === until + 1 &&
      last - begun < MOST_BYTES;
    if (fits) {
      together[together.length - 1] = { ...piece, start: before.start, range: [begun, last] };
    } else together.push(piece);
  }
  return together;
}
