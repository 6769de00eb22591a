import { holesOf } from '../../../domain/sources/damage.ts';
import type { Window } from '../../../domain/window.ts';
import { type Stream, type TimedPiece, zeroOf } from './stream.ts';

/** What is shorter may be a splinter that holds no frame. */
const LEAST_SECONDS = 0.5;

/** Whether a site sends nothing, or nothing that can be read, in the place of a piece. */
export const isLacking = (bytes: number, { start, end }: TimedPiece): boolean =>
  bytes === 0 && end - start >= LEAST_SECONDS;

/** Learns which pieces of a stream come empty: their seconds are missing without a word of its list. */
export class Lacking {
  readonly #stream: Pick<Stream, 'runs' | 'missing'>;
  /** On the stream's own clock. */
  readonly #empty: Window[];
  /** Where the first piece of the picture begins that holds something. */
  #zero: number | undefined;

  /** @param before of rounds before this one */
  constructor(stream: Pick<Stream, 'runs' | 'missing'>, before: readonly Window[] = []) {
    this.#stream = stream;
    this.#empty = [...before];
  }

  came(track: number, bytes: number, piece: TimedPiece): void {
    if (isLacking(bytes, piece)) this.#empty.push([piece.start, piece.end]);
    else if (track === 0 && bytes > 0 && piece.end > piece.start) this.#zero ??= piece.start;
  }

  get soFar(): readonly Window[] {
    return [...this.#empty];
  }

  /** All that is missing, in seconds from the first piece of the picture. */
  all(): Window[] {
    const begins = zeroOf(this.#stream.runs[0]);
    const zero = this.#zero ?? begins;
    const named = this.#stream.missing.map(
      ([start, end]) => [start + begins, end + begins] as const,
    );
    return holesOf([...named, ...this.#empty].map(([start, end]) => [start - zero, end - zero]));
  }
}
