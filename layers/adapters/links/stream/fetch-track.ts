import { createReadStream } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import type { PieceFetcher } from './fetch-piece.ts';
import type { Piece, TimedPiece, Track } from './stream.ts';
import type { TrackFile } from './stream-tools.ts';
import { append, ready } from './track-file.ts';

/** Pieces that are fetched at a time. */
const PARALLEL = 4;
/** Pieces that lie side by side are fetched by one request of this many bytes at most. */
const MOST_BYTES = 8_000_000;
/** ffmpeg looks at the first 5 MB of a file to learn of what it is made. */
const HEAD_BYTES = 6_000_000;

/** A piece came that does not go on where the one before it ended. */
export class ForeignPiece extends Error {
  override readonly name = 'ForeignPiece';
}

interface Into {
  /** Of the file that holds the beginning; pieces on their way lie beside it. */
  readonly path: string;
  readonly pieces: PieceFetcher;
  /** Learns of each piece that came, and how many bytes it has. */
  readonly onPiece: (bytes: number, piece: TimedPiece) => void;
  readonly signal: AbortSignal;
}

/** Fetches the pieces of a track in their order, some of them ahead of whoever takes them. */
export class TrackFetch {
  readonly #into: Into;
  readonly #ahead: number;
  readonly #wanted: readonly TimedPiece[];
  readonly #coming = new Map<number, Promise<string>>();
  #next = 0;

  constructor({ init, pieces, ahead }: Track, into: Into) {
    this.#into = into;
    this.#ahead = ahead;
    this.#wanted = [...(init ? [{ ...init, start: 0, end: 0 }] : []), ...joined(pieces)];
  }

  /** Whether it is more than one file that may have at its end what has to be read first. */
  get isCut(): boolean {
    return this.#wanted.length > 1;
  }

  /**
   * Fetches the beginning of the track; the rest comes as it is taken.
   * @param from the second up to which pieces that are no part of the beginning are left out
   * @throws DomainError source_unavailable, ForeignPiece
   */
  async begin(from = Number.NEGATIVE_INFINITY): Promise<TrackFile> {
    const { path } = this.#into;
    await writeFile(path, '');
    for (let bytes = 0; bytes < HEAD_BYTES; ) {
      const piece = await this.#piece();
      if (!piece) break;
      await append(piece.path, path);
      await rm(piece.path);
      bytes += piece.bytes;
    }
    while ((this.#wanted[this.#next]?.end ?? from) < from) this.#next += 1;
    const file = { path, ahead: this.#ahead };
    return this.isCut ? { ...file, bytes: this.#all() } : file;
  }

  /** Resolves once nothing is on its way any more. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#coming.values());
  }

  async *#all(): AsyncGenerator<Uint8Array> {
    yield* createReadStream(this.#into.path);
    for (let piece = await this.#piece(); piece; piece = await this.#piece()) {
      yield* createReadStream(piece.path);
      await rm(piece.path);
    }
  }

  /** The next piece; undefined after the last. */
  async #piece(): Promise<{ readonly path: string; readonly bytes: number } | undefined> {
    const n = this.#next;
    const piece = this.#wanted[n];
    if (!piece) return undefined;
    this.#next += 1;
    for (let more = n; more < n + PARALLEL; more += 1) this.#begin(more);
    const path = (await this.#coming.get(n)) ?? '';
    this.#coming.delete(n);
    const goesOn = isBeside(this.#wanted[n + 1], piece);
    if (!piece.inside && !(await ready(path, goesOn))) throw new ForeignPiece();
    const { size } = await stat(path);
    this.#into.onPiece(size, piece);
    return { path, bytes: size };
  }

  #begin(n: number): void {
    const piece = this.#wanted[n];
    if (!piece || this.#coming.has(n)) return;
    const { path, pieces, signal } = this.#into;
    const here = `${path}-${n}`;
    const coming = pieces.into(here, piece, signal).then(() => here);
    // Whoever waits for it learns of it.
    coming.catch(() => undefined);
    this.#coming.set(n, coming);
  }
}

/** Pieces that lie side by side in one file, as one. */
function joined(pieces: readonly TimedPiece[]): TimedPiece[] {
  const together: TimedPiece[] = [];
  for (const piece of pieces) {
    const before = together.at(-1);
    const [, last] = piece.range ?? [0, 0];
    const [begun] = before?.range ?? [0];
    if (before && isBeside(piece, before) && last - begun < MOST_BYTES) {
      together[together.length - 1] = { ...piece, start: before.start, range: [begun, last] };
    } else together.push(piece);
  }
  return together;
}

/** Whether a piece begins in its file where the one before it ends there. */
const isBeside = (piece: Piece | undefined, before: Piece): boolean =>
  piece?.range !== undefined &&
  before.range !== undefined &&
  !piece.key &&
  !before.key &&
  piece.address === before.address &&
  piece.range[0] === before.range[1] + 1;
