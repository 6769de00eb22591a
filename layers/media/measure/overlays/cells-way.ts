import { at, PLANES } from '../pictures/grey.ts';

const { abs } = Math;

/** Which of some cells are not half way yet. */
const early = new Uint16Array(PLANES);

/**
 * The way of some cells from what they show in one picture to what they show in another. Nothing is
 * copied: a way lasts as long as the pictures do.
 */
export class CellsWay {
  readonly #cells: Int16Array;
  readonly #from: Uint8Array;
  readonly #to: Uint8Array;
  /** Sums over the cells of their ways squared, and without their signs. */
  readonly #whole: number;
  readonly #apart: number;

  constructor(cells: Int16Array, from: Uint8Array, to: Uint8Array) {
    this.#cells = cells;
    this.#from = from;
    this.#to = to;
    let whole = 0;
    let apart = 0;
    for (let k = 0; k < cells.length; k++) {
      const cell = cells[k] as number;
      const way = at(to, cell) - at(from, cell);
      whole += way * way;
      apart += abs(way);
    }
    this.#whole = whole;
    this.#apart = apart;
  }

  /** Least squares share of the way that a picture's cells are on. */
  progress(picture: Uint8Array): number {
    const [cells, from, to] = [this.#cells, this.#from, this.#to];
    let along = 0;
    for (let k = 0; k < cells.length; k++) {
      const cell = cells[k] as number;
      const start = at(from, cell);
      along += (at(picture, cell) - start) * (at(to, cell) - start);
    }
    return along / this.#whole;
  }

  /** How far a picture's cells are from a share of the way, as a share of it. */
  beside(picture: Uint8Array, share: number): number {
    const [cells, from, to] = [this.#cells, this.#from, this.#to];
    let beside = 0;
    for (let k = 0; k < cells.length; k++) {
      const cell = cells[k] as number;
      const start = at(from, cell);
      beside += abs(at(picture, cell) - start - share * (at(to, cell) - start));
    }
    return beside / this.#apart;
  }

  /** Share of the cells that are about half way in a picture, each for itself. */
  midway(picture: Uint8Array): number {
    const [cells, from, to] = [this.#cells, this.#from, this.#to];
    let count = 0;
    for (let k = 0; k < cells.length; k++) {
      const cell = cells[k] as number;
      const start = at(from, cell);
      const share = (at(picture, cell) - start) / (at(to, cell) - start);
      if (share > 0.2 && share < 0.8) count++;
    }
    return count / cells.length;
  }

  /**
   * Of each of some pictures, how many cells are first half way in it; those that never are count
   * for the last one. One way is asked at a time.
   * @param pictures how many they are, and which one is at a place among them
   */
  *halfWay(
    pictures: number,
    pictureAt: (place: number) => Uint8Array,
  ): Generator<number, void, undefined> {
    let left = this.#cells.length;
    early.set(this.#cells);
    for (let place = 0; place < pictures - 1; place++) {
      const still = this.#stillEarly(pictureAt(place), left);
      yield left - still;
      left = still;
    }
    yield left;
  }

  /** Keeps those of the first `left` early cells that are not half way in a picture; says how many. */
  #stillEarly(picture: Uint8Array, left: number): number {
    const [from, to] = [this.#from, this.#to];
    let still = 0;
    for (let k = 0; k < left; k++) {
      const cell = early[k] as number;
      const start = at(from, cell);
      if (isBeforeHalf(at(picture, cell) - start, at(to, cell) - start)) early[still++] = cell;
    }
    return still;
  }
}

/** Whether `gone` is less than half of `way`, which may lead down; nothing is half of no way. */
const isBeforeHalf = (gone: number, way: number): boolean =>
  way > 0 ? 2 * gone < way : way < 0 ? 2 * gone > way : gone < 0;
