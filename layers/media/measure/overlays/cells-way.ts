import { at } from '../pictures/grey.ts';

const { abs } = Math;

/** The way of some cells from what they show in one picture to what they show in another. */
export class CellsWay {
  readonly #cells: Int16Array;
  readonly #starts: Int16Array;
  readonly #ways: Int16Array;
  /** Sums over the cells of their ways squared, and without their signs. */
  readonly #whole: number;
  readonly #apart: number;

  constructor(cells: Int16Array, from: Uint8Array, to: Uint8Array) {
    this.#cells = cells;
    this.#starts = new Int16Array(cells.length);
    this.#ways = new Int16Array(cells.length);
    let whole = 0;
    let apart = 0;
    for (let k = 0; k < cells.length; k++) {
      const cell = cells[k] as number;
      const start = at(from, cell);
      const way = at(to, cell) - start;
      this.#starts[k] = start;
      this.#ways[k] = way;
      whole += way * way;
      apart += abs(way);
    }
    this.#whole = whole;
    this.#apart = apart;
  }

  /** Least squares share of the way that a picture's cells are on. */
  progress(picture: Uint8Array): number {
    const [cells, starts, ways] = [this.#cells, this.#starts, this.#ways];
    let along = 0;
    for (let k = 0; k < cells.length; k++)
      along += (at(picture, cells[k] as number) - (starts[k] as number)) * (ways[k] as number);
    return along / this.#whole;
  }

  /** How far a picture's cells are from a share of the way, as a share of it. */
  beside(picture: Uint8Array, share: number): number {
    const [cells, starts, ways] = [this.#cells, this.#starts, this.#ways];
    let beside = 0;
    for (let k = 0; k < cells.length; k++) {
      const gone = at(picture, cells[k] as number) - (starts[k] as number);
      beside += abs(gone - share * (ways[k] as number));
    }
    return beside / this.#apart;
  }

  /** Share of the cells that are about half way in a picture, each for itself. */
  midway(picture: Uint8Array): number {
    const cells = this.#cells;
    let count = 0;
    for (let k = 0; k < cells.length; k++) {
      const gone = at(picture, cells[k] as number) - (this.#starts[k] as number);
      const share = gone / (this.#ways[k] as number);
      if (share > 0.2 && share < 0.8) count++;
    }
    return count / cells.length;
  }

  /**
   * Of each of some pictures, how many cells are first half way in it; those that never are count
   * for the last one.
   */
  halfWay(pictures: readonly Uint8Array[]): number[] {
    const [cells, starts, ways] = [this.#cells, this.#starts, this.#ways];
    const counts: number[] = new Array(pictures.length).fill(0);
    const last = pictures.length - 1;
    for (let k = 0; k < cells.length; k++) {
      const cell = cells[k] as number;
      const start = starts[k] as number;
      const way = ways[k] as number;
      let i = 0;
      while (i < last && isBeforeHalf(at(pictures[i] as Uint8Array, cell) - start, way)) i++;
      counts[i] = (counts[i] as number) + 1;
    }
    return counts;
  }
}

/** Whether `gone` is less than half of `way`, which may lead down; nothing is half of no way. */
const isBeforeHalf = (gone: number, way: number): boolean =>
  way > 0 ? 2 * gone < way : way < 0 ? 2 * gone > way : gone < 0;
