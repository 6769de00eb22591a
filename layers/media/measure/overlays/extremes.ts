import { EARLIER } from '../kernels/fine.ts';
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
    EARLIER.takeRangeOf(this.#seen);
    low.set(EARLIER.low);
    high.set(EARLIER.high);
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

/** Cells to each side over which the surroundings of a cell are averaged. */
const REACH = 5;
/** Sums of ranges along each row, and of those down each column. */
const rows = new Uint16Array(FINE_PIXELS);
const columns = new Uint16Array(FINE);
const ranges = new Uint8Array(FINE);
/** For each place along a line, and the reach beyond its ends, the place that is asked. */
const WITHIN = Uint8Array.from({ length: FINE + 2 * REACH }, (_, place) =>
  max(0, min(FINE - 1, place - REACH)),
);

/** Writes the mean range of the cells around each one into `out`. */
export function rangeAround({ low, high }: Extremes, out: Uint8Array): void {
  const n = 2 * REACH + 1;
  for (let line = 0; line < FINE_PIXELS; line += FINE) {
    for (let x = 0; x < FINE; x++) ranges[x] = at(high, line + x) - at(low, line + x);
    let sum = 0;
    for (let x = 0; x < 2 * REACH; x++) sum += at(ranges, at(WITHIN, x));
    for (let x = 0; x < FINE; x++) {
      sum += at(ranges, at(WITHIN, x + 2 * REACH));
      rows[line + x] = sum;
      sum -= at(ranges, at(WITHIN, x));
    }
  }
  columns.fill(0);
  for (let y = 0; y < 2 * REACH; y++) addRow(at(WITHIN, y));
  for (let y = 0; y < FINE; y++) {
    addRow(at(WITHIN, y + 2 * REACH));
    const gone = at(WITHIN, y) * FINE;
    for (let x = 0; x < FINE; x++) {
      const sum = columns[x] as number;
      out[y * FINE + x] = sum / (n * n);
      columns[x] = sum - (rows[gone + x] as number);
    }
  }
}

function addRow(y: number): void {
  for (let x = 0; x < FINE; x++) {
    columns[x] = (columns[x] as number) + (rows[y * FINE + x] as number);
  }
}
