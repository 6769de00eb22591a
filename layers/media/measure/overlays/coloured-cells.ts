import { EARLIER, LATER, steppedCells } from '../kernels/fine.ts';
import { at, colourCell, FINE, FINE_PIXELS, fineCells, PIXELS } from '../pictures/grey.ts';
import type { Marks } from './marks.ts';
import { CELL_FORGIVEN, COLOUR_LEAST_STEP, COLOUR_STRONG } from './thresholds.ts';

const { abs } = Math;

const listed = new Int16Array(2 * PIXELS);

/** Marks fine cells whose colour came to be another, and remembers by how much. */
export class ColouredCells {
  /** 1 where a cell counts. */
  readonly mask = new Uint8Array(FINE_PIXELS);
  /** Step, 0 where none counts, and range afterwards of Cb, then Cr. */
  readonly #step = new Int16Array(2 * PIXELS);
  readonly #range = new Uint8Array(2 * PIXELS);

  /** Cells whose earlier and later colours do not overlap; says how many fine ones. */
  stepped(): number {
    this.mask.fill(0);
    this.#step.fill(0);
    let count = 0;
    for (const i of steppedCells(COLOUR_LEAST_STEP)) {
      const low0 = at(EARLIER.low, i);
      const high0 = at(EARLIER.high, i);
      const low1 = at(LATER.low, i);
      const high1 = at(LATER.high, i);
      const apart = low1 > high0 ? low1 - high0 : low0 - high1;
      if (apart < CELL_FORGIVEN * (high0 - low0) + high1 - low1) continue;
      this.#step[i] = (low1 + high1 - low0 - high0) / 2;
      this.#range[i] = high1 - low1;
      const four = fineCells(i % PIXELS);
      if (at(this.mask, four[0]) === 1) continue;
      for (const fine of four) this.mask[fine] = 1;
      count += 4;
    }
    return count;
  }

  /** Of the colours of some fine cells those that count; undefined where they stepped by little. */
  marksIn(cells: Int16Array): Marks | undefined {
    let count = 0;
    let step = 0;
    let range = 0;
    for (const fine of cells) {
      // Of four fine cells the first one stands for all.
      if (fine & 1 || (fine / FINE) & 1) continue;
      const cell = colourCell(fine);
      for (const i of [cell, cell + PIXELS]) {
        if (this.#step[i] === 0) continue;
        listed[count++] = FINE_PIXELS + i;
        step += abs(this.#step[i] as number);
        range += at(this.#range, i);
      }
    }
    const n = Math.max(1, count);
    if (step / n < COLOUR_STRONG) return undefined;
    return { marks: listed.slice(0, count), step: step / n, range: range / n };
  }
}
