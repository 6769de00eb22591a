import { at, FINE, FINE_PIXELS, larger, lesser } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';

const { floor, max, min } = Math;

/** The least and the largest grey of each fine cell in a stretch of frames. */
export interface Extremes {
  low: Uint8Array;
  high: Uint8Array;
}

/** Frames that are looked at in a stretch. */
const SAMPLES = 3;

/** Extremes of the stretches that end every `stride` frames, the last `kept` of them. */
export class RestingCells {
  readonly #history: History;
  readonly #length: number;
  readonly #stride: number;
  readonly #ring: Extremes[];
  readonly #seen: Uint8Array[] = [];

  constructor(history: History, length: number, stride: number, kept: number) {
    this.#history = history;
    this.#length = length;
    this.#stride = stride;
    this.#ring = Array.from({ length: kept }, () => ({
      low: new Uint8Array(FINE_PIXELS),
      high: new Uint8Array(FINE_PIXELS),
    }));
  }

  /** Measures the stretch that ends with `frame`, a multiple of the stride. */
  push(frame: number): void {
    const { low, high } = this.at(frame);
    const hop = max(1, floor(this.#length / SAMPLES));
    let seen = 0;
    for (let k = 0; k < this.#length; k += hop) this.#seen[seen++] = this.#history.fine(frame - k);
    low.set(this.#seen[0] as Uint8Array);
    high.set(low);
    for (let k = 1; k < seen; k++) {
      const fine = this.#seen[k] as Uint8Array;
      for (let i = 0; i < FINE_PIXELS; i++) {
        const value = at(fine, i);
        low[i] = lesser(value, at(low, i));
        high[i] = larger(value, at(high, i));
      }
    }
  }

  at(frame: number): Extremes {
    return this.#ring[(frame / this.#stride) % this.#ring.length] as Extremes;
  }
}

/** The extremes of two stretches together. */
export function join(a: Extremes, b: Extremes, out: Extremes): void {
  const { low, high } = out;
  for (let i = 0; i < FINE_PIXELS; i++) {
    low[i] = lesser(at(a.low, i), at(b.low, i));
    high[i] = larger(at(a.high, i), at(b.high, i));
  }
}

/** How many cells range over more than so many grey levels. */
export function cellsBeyond({ low, high }: Extremes, range: number): number {
  let count = 0;
  for (let i = 0; i < FINE_PIXELS; i++) count += (range + at(low, i) - at(high, i)) >>> 31;
  return count;
}

const rows = new Uint16Array(FINE_PIXELS);
/** Cells to each side over which the surroundings of a cell are averaged. */
const REACH = 5;
const within = (place: number): number => max(0, min(FINE - 1, place));

/** Writes the mean range of the cells around each one into `out`. */
export function rangeAround({ low, high }: Extremes, out: Uint8Array): void {
  const n = 2 * REACH + 1;
  for (let line = 0; line < FINE_PIXELS; line += FINE) {
    const range = (x: number): number => at(high, line + within(x)) - at(low, line + within(x));
    let sum = 0;
    for (let x = -REACH; x < REACH; x++) sum += range(x);
    for (let x = 0; x < FINE; x++) {
      sum += range(x + REACH);
      rows[line + x] = sum;
      sum -= range(x - REACH);
    }
  }
  for (let x = 0; x < FINE; x++) {
    const row = (y: number): number => rows[within(y) * FINE + x] as number;
    let sum = 0;
    for (let y = -REACH; y < REACH; y++) sum += row(y);
    for (let y = 0; y < FINE; y++) {
      sum += row(y + REACH);
      out[y * FINE + x] = sum / (n * n);
      sum -= row(y - REACH);
    }
  }
}
