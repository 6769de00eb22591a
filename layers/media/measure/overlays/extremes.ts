import { EARLIER } from '../kernels/fine.ts';
import { FINE_PIXELS } from '../pictures/grey.ts';

const { floor, max } = Math;

/** The least and the largest grey of each fine cell in a stretch of frames. */
export interface Extremes {
  low: Uint8Array;
  high: Uint8Array;
}

/** Frames that are looked at in a stretch. */
const SAMPLES = 3;

/** Extremes of the stretches that end every `stride` frames, the last `kept` of them. */
export class RestingCells {
  readonly #picture: (frame: number) => Uint8Array;
  readonly #length: number;
  readonly #stride: number;
  readonly #ring: Extremes[];
  readonly #seen: Uint8Array[] = [];

  /** `picture` gives what is measured of a frame: as many cells as a fine picture has. */
  constructor(
    picture: (frame: number) => Uint8Array,
    length: number,
    stride: number,
    kept: number,
  ) {
    this.#picture = picture;
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
    for (let k = 0; k < this.#length; k += hop) this.#seen[seen++] = this.#picture(frame - k);
    EARLIER.takeRangeOf(this.#seen);
    low.set(EARLIER.low);
    high.set(EARLIER.high);
  }

  at(frame: number): Extremes {
    return this.#ring[(frame / this.#stride) % this.#ring.length] as Extremes;
  }
}
