import type { History } from '../pictures/history.ts';
import type { Area } from '../pictures/lit-area.ts';

/** What of a history is asked about things that are laid over pictures. */
export type Pictures = Pick<
  History,
  | 'count'
  | 'first'
  | 'area'
  | 'planes'
  | 'fine'
  | 'colours'
  | 'grey'
  | 'seconds'
  | 'change'
  | 'unlike'
>;

/**
 * A stretch of a history played backwards, so that what goes seems to come: frame 0 is the real frame
 * `last`, and the newest one is the real frame `first`. Seconds are counted down below 0.
 */
export class Backwards implements Pictures {
  readonly first = 0;
  readonly count: number;
  readonly #history: Pictures;
  readonly #last: number;

  constructor(history: Pictures, first: number, last: number) {
    this.#history = history;
    this.#last = last;
    this.count = last - first + 1;
  }

  get area(): Area {
    return this.#history.area;
  }

  /** The number of a real frame here, and of one of these frames in reality. */
  frame(other: number): number {
    return this.#last - other;
  }

  planes(frame: number): Uint8Array {
    return this.#history.planes(this.frame(frame));
  }

  fine(frame: number): Uint8Array {
    return this.#history.fine(this.frame(frame));
  }

  colours(frame: number): Uint8Array {
    return this.#history.colours(this.frame(frame));
  }

  grey(frame: number): Uint8Array {
    return this.#history.grey(this.frame(frame));
  }

  /** A frame begins, played backwards, where it ends in reality. */
  seconds(frame: number): number {
    return -this.#history.seconds(this.frame(frame) + 1);
  }

  change(frame: number): number {
    return this.#history.change(this.frame(frame) + 1);
  }

  unlike(frame: number): ReturnType<History['unlike']> {
    return this.#history.unlike(this.frame(frame) + 1);
  }
}
