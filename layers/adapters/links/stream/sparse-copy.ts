import { createReadStream } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sourceUnavailable } from '../../../domain/links/source-errors.ts';
import type { Window } from '../../../domain/window.ts';
import type { PieceFetcher } from './fetch-piece.ts';
import { isLacking } from './lacking.ts';
import { agree, neededPieces, pictureFrom } from './needed-pieces.ts';
import { type Piece, type TimedPiece, type Track, type Tracks, zeroOf } from './stream.ts';
import type { StreamTools, TrackFile } from './stream-tools.ts';
import { append, ready } from './track-file.ts';

const PARALLEL = 4;

interface Source {
  readonly tracks: Tracks;
  readonly pieces: PieceFetcher;
  readonly tools: StreamTools;
  /** Where pieces and copies go. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/**
 * Copies of a stream in which most pieces are left out. What is there has the times that it has in
 * a copy of the whole, so whatever reads the one reads the other the same way. No piece is fetched
 * twice.
 */
export class SparseCopy {
  readonly #source: Source;
  readonly #fetched = new Map<string, Promise<string>>();
  readonly #copies = new Map<string, Promise<string>>();

  constructor(source: Source) {
    this.#source = source;
  }

  /**
   * The path of a copy that holds a window, or without one what learning of the video needs.
   * @throws DomainError source_unavailable, also when times in the stream are not what its playlist
   * says
   */
  covering(window: Window | undefined): Promise<string> {
    const name = String(window ?? 'probe');
    const known = this.#copies.get(name);
    if (known !== undefined) return known;
    const copy = this.#copy(window, join(this.#source.folder, `copy-${this.#copies.size}`));
    this.#copies.set(name, copy);
    return copy;
  }

  async #copy(window: Window | undefined, path: string): Promise<string> {
    const { tracks, tools, signal } = this.#source;
    const zero = zeroOf(tracks);
    const files: TrackFile[] = [];
    const taken: TimedPiece[][] = [];
    for (const [n, track] of tracks.entries()) {
      const isPicture = n === 0;
      const numbers = neededPieces(track, zero, {
        window,
        places: isPicture ? tools.places : [],
        picture: window && !isPicture ? pictureFrom(tracks[0], zero, window) : undefined,
      });
      const wanted = numbers.flatMap((at) => track.pieces[at] ?? []);
      const made = await this.#trackFile(track, n, wanted, `${path}-${n}`);
      const file = { path: `${path}-${n}`, ahead: track.ahead };
      // As a whole stream is: what is read by seeking has other times here and there.
      files.push({ ...file, bytes: createReadStream(file.path) });
      taken.push(made);
    }
    const copy = `${path}.mkv`;
    await tools.join(files, copy, { sparse: true, signal });
    await Promise.all(files.map((file) => rm(file.path)));
    const times = await tools.times(copy, signal);
    const lead = times.picture.length > 0 ? times.picture : times.sound;
    const origin = Math.min(...[lead[0]?.at ?? 0, ...lead.slice(0, 100).map(({ at }) => at)]);
    const both = [lead, times.sound];
    if (!taken.every((pieces, n) => agree(both[n] ?? [], origin, pieces, zero))) throw untrusted();
    return copy;
  }

  /** Lays pieces one after the other; returns those that were there. */
  async #trackFile(
    track: Track,
    n: number,
    wanted: readonly TimedPiece[],
    path: string,
  ): Promise<TimedPiece[]> {
    const init = track.init ? await this.#piece(track.init, n) : undefined;
    const paths: string[] = [];
    const queue = wanted.entries();
    const take = async () => {
      for (const [at, piece] of queue) paths[at] = await this.#piece(piece, n);
    };
    await Promise.all(Array.from({ length: PARALLEL }, take));
    await writeFile(path, '');
    for (const piece of [...(init ? [init] : []), ...paths]) await append(piece, path);
    const sizes = await Promise.all(paths.map((piece) => stat(piece)));
    // What is missing is told by a fetch of the whole.
    if (wanted.some((piece, at) => isLacking(sizes[at]?.size ?? 0, piece))) throw untrusted();
    return wanted.filter((_, at) => (sizes[at]?.size ?? 0) > 0);
  }

  #piece(piece: Piece, track: number): Promise<string> {
    const { pieces, folder, signal } = this.#source;
    const name = `${track} ${piece.address} ${piece.range}`;
    const known = this.#fetched.get(name);
    if (known !== undefined) return known;
    const path = join(folder, `piece-${this.#fetched.size}`);
    const fetched = pieces.into(path, piece, signal).then(async () => {
      if (!(await ready(path))) throw untrusted();
      return path;
    });
    this.#fetched.set(name, fetched);
    return fetched;
  }
}

const untrusted = () =>
  sourceUnavailable(
    'unavailable',
    'The times in the stream at the link are not those that its playlist tells.',
  );
