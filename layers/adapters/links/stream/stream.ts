import { createHash } from 'node:crypto';
import type { Window } from '../../../domain/window.ts';

/** A stretch of bytes that is fetched by one request. */
export interface Piece {
  readonly address: string;
  /** First and last byte; left out for all of what is at the address. */
  readonly range?: readonly [first: number, last: number];
  /** What it is locked with: AES-128, CBC. */
  readonly key?: { readonly address: string; readonly iv: Buffer };
}

/**
 * A piece that holds a stretch of time, in seconds on the stream's own clock, as its playlist tells
 * them.
 */
export interface TimedPiece extends Piece {
  readonly start: number;
  readonly end: number;
  /**
   * Set for a last piece of which it is only reckoned that it exists: one that is not there is the
   * end.
   */
  readonly reckoned?: true;
  /** Set for one that begins anywhere in a file, whose container is told at the file's beginning. */
  readonly inside?: true;
}

/** Pieces that are one file when they are laid one after the other. */
export interface Track {
  /** What decoders need before any other piece. */
  readonly init?: Piece;
  readonly pieces: readonly TimedPiece[];
  /** Seconds by which times in the pieces are ahead of the stream's clock. */
  readonly ahead: number;
}

/** The picture, with its sound unless there is a second track for that. */
export type Tracks = readonly [Track, ...Track[]];

/** A stream as it is fetched by ourselves. */
export interface Stream {
  /**
   * One, or several that follow each other, each with a clock, or a beginning for decoders, of its
   * own.
   */
  readonly runs: readonly [Tracks, ...Tracks[]];
  /** What its site has no pieces for, in seconds from the first piece of the picture. */
  readonly missing: readonly Window[];
  /** Set where what is not read here is not left to ffmpeg, which reads less of it. */
  readonly onlyHere?: true;
  /** Whether the lengths that its playlist tells say where each second lies. */
  readonly timed: boolean;
}

/** Of a playlist or manifest. */
export const MAX_PLAYLIST_BYTES = 4_000_000;
/** Each is opened by itself. */
export const MAX_RUNS = 1_000;
/** A whole day of the shortest segments that are usual. */
export const MAX_PIECES = 50_000;
/** Longer than any video that is taken; what claims more is a claim. */
export const MAX_SECONDS = 48 * 3600;

/** The second, on the stream's own clock, that all others count from. */
export const zeroOf = ([first]: Tracks): number => first.pieces[0]?.start ?? 0;

/** Lays pieces one after the other; undefined when a length is none. */
export function laidOut<Of extends Piece>(
  pieces: readonly (Of & { readonly seconds: number })[],
): (Of & TimedPiece)[] | undefined {
  let at = 0;
  const laid: (Of & TimedPiece)[] = [];
  for (const piece of pieces) {
    if (!(piece.seconds >= 0)) return undefined;
    laid.push({ ...piece, start: at, end: at + piece.seconds });
    at += piece.seconds;
  }
  return at <= MAX_SECONDS ? laid : undefined;
}

/**
 * Addresses are often signed anew for each visitor: what is the same is the path of each piece, and
 * its length.
 */
export function versionOf({ runs }: Stream): string {
  const hash = createHash('sha256');
  for (const { address, range, start, end } of runs.flat().flatMap(({ pieces }) => pieces)) {
    hash.update(`${new URL(address).pathname} ${range} ${start} ${end}\n`);
  }
  return hash.digest('hex');
}
