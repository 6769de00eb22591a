import { toMillisecond } from '../timestamp.ts';
import type { Window } from '../window.ts';

/** Stamps have two decimals: a second that is off by less is the same stamp. */
const STAMP_SECONDS = 0.005;
/** A second that is off by more names another tile, however far apart tiles are. */
const MOST_OFF_SECONDS = 0.5;

/** A tile whose pixels were sent, and how far the next tile of its sheet is away, in seconds. */
export interface SentTile {
  readonly second: number;
  readonly interval: number;
}

/**
 * The seconds that an answer may name: of tiles whose bytes went out, of speech, and of measured
 * events. Whatever a model writes is held against these.
 */
export class NameableSeconds {
  readonly #tiles: readonly SentTile[];
  /** All of them, in order. */
  readonly #all: readonly number[];

  constructor(tiles: readonly SentTile[], others: readonly number[]) {
    this.#tiles = tiles.toSorted((a, b) => a.second - b.second);
    this.#all = [...new Set([...tiles.map(({ second }) => second), ...others].map(toMillisecond))]
      .filter(Number.isFinite)
      .sort((a, b) => a - b);
  }

  get none(): boolean {
    return this.#all.length === 0;
  }

  /**
   * The nameable second that a named one means: the same stamp, else the nearest tile within half of
   * its sheet's interval and half a second; undefined when there is none.
   */
  settle(second: number): number | undefined {
    if (!Number.isFinite(second)) return undefined;
    const same = nearest(this.#all, second);
    if (same !== undefined && Math.abs(same - second) <= STAMP_SECONDS) return same;
    return this.#tiles
      .slice(...around(this.#tiles, second, ({ second: at }) => at))
      .filter(({ second: at, interval }) => {
        const off = Math.abs(at - second);
        return off <= MOST_OFF_SECONDS && off <= interval / 2 + STAMP_SECONDS;
      })
      .map(({ second: at }) => toMillisecond(at))
      .sort((a, b) => Math.abs(a - second) - Math.abs(b - second))[0];
  }

  /**
   * The stretch between nameable seconds that holds another stretch, or lies nearest to one outside of
   * all of them; undefined where fewer than two seconds can be named.
   */
  spanOf([from, to]: Window): Window | undefined {
    const [first, last] = [this.#all[0], this.#all.at(-1)];
    if (first === undefined || last === undefined || !(from <= to)) return undefined;
    const start = this.#all.findLast((second) => second <= from) ?? first;
    const end = this.#all.find((second) => second >= to && second > start) ?? last;
    // At the very end there is none after it: the one before it makes a stretch of it.
    const begin = end > start ? start : (this.#all.at(-2) ?? start);
    return end > begin ? [begin, end] : undefined;
  }
}

/** How many neighbours on each side are looked at: sheets of several rates lie over each other. */
const NEIGHBOURS = 8;

/** The range of indexes around a place in a sorted list. */
function around<T>(
  sorted: readonly T[],
  place: number,
  placeOf: (entry: T) => number,
): [number, number] {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placeOf(sorted[middle] as T) < place) low = middle + 1;
    else high = middle;
  }
  return [Math.max(0, low - NEIGHBOURS), low + NEIGHBOURS];
}

const nearest = (sorted: readonly number[], second: number): number | undefined =>
  sorted
    .slice(...around(sorted, second, (at) => at))
    .reduce<number | undefined>(
      (best, at) =>
        best === undefined || Math.abs(at - second) < Math.abs(best - second) ? at : best,
      undefined,
    );
