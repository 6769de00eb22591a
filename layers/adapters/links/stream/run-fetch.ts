import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PieceFetcher } from './fetch-piece.ts';
import { TrackFetch } from './fetch-track.ts';
import type { Stream, TimedPiece, Tracks } from './stream.ts';
import type { RunFiles, TrackFile } from './stream-tools.ts';

interface Into {
  /** For pieces on their way. */
  readonly folder: string;
  readonly pieces: PieceFetcher;
  /** Learns of each piece of a track that came, and how many bytes it has. */
  readonly onPiece: (track: number, bytes: number, piece: TimedPiece) => void;
  readonly signal: AbortSignal;
}

/** Fetches the tracks of a stream, those of one run beside each other. */
export class RunFetch {
  readonly #runs: Stream['runs'];
  readonly #into: Into;
  #tracks: readonly TrackFetch[];
  /** Between which seconds pieces of the picture of this run came that hold something. */
  #came: { readonly start: number; readonly end: number } | undefined;

  constructor({ runs }: Stream, into: Into) {
    this.#runs = runs;
    this.#into = into;
    this.#tracks = this.#of(runs[0]);
  }

  /** Whether each track of the first run is more than one file that is read from its end. */
  get isCut(): boolean {
    return this.#tracks.every(({ isCut }) => isCut);
  }

  /**
   * Fetches the beginning of the tracks of the first run; the rest comes as it is taken.
   * @param from the second up to which pieces that are no part of the beginning are left out
   */
  begin(from?: number): Promise<TrackFile[]> {
    return Promise.all(this.#tracks.map((track) => track.begin(from)));
  }

  /** The runs, each once the one before is taken. */
  async *inTurn(): AsyncGenerator<RunFiles> {
    let end: number | undefined;
    for (const [n, run] of this.#runs.entries()) {
      if (n > 0) this.#tracks = this.#of(run);
      const tracks = await this.begin();
      const start = this.#came?.start ?? 0;
      yield { tracks, missing: Math.max(0, start - (end ?? start)) };
      end = this.#came?.end ?? end;
      await Promise.all(tracks.map(({ path }) => rm(path, { force: true })));
    }
  }

  /** Resolves once nothing is on its way any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#tracks.map((track) => track.settled()));
  }

  #of(run: Tracks): TrackFetch[] {
    const { folder, onPiece, ...into } = this.#into;
    this.#came = undefined;
    return run.map(
      (track, n) =>
        new TrackFetch(track, {
          ...into,
          path: join(folder, `track-${n}`),
          onPiece: (bytes, piece) => {
            const isPicture = n === 0 && bytes > 0 && piece !== track.init;
            if (isPicture) this.#came = { start: this.#came?.start ?? piece.start, end: piece.end };
            onPiece(n, bytes, piece);
          },
        }),
    );
  }
}
