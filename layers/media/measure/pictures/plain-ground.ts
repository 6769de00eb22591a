import { at, colourCell, FINE, FINE_PIXELS, PIXELS, SIDE } from './grey.ts';
import { plainOf } from './plain.ts';
import { PLAIN_GROUND_SAME } from './thresholds.ts';

const { abs } = Math;

const FINE_WHOLE = { left: 0, top: 0, right: FINE, bottom: FINE };
const COARSE_WHOLE = { left: 0, top: 0, right: SIDE, bottom: SIDE };

/** Luma, Cb and Cr of the one ground that pictures are drawn on. */
export class PlainGround {
  readonly #luma: number;
  readonly #cb: number;
  readonly #cr: number;

  private constructor(luma: number, cb: number, cr: number) {
    this.#luma = luma;
    this.#cb = cb;
    this.#cr = cr;
  }

  /** The ground of the planes of a picture; undefined where it has none of one colour. */
  static of(planes: Uint8Array): PlainGround | undefined {
    const luma = plainOf(planes, FINE, FINE_WHOLE);
    if (luma === undefined) return undefined;
    const cb = plainOf(planes.subarray(FINE_PIXELS), SIDE, COARSE_WHOLE);
    const cr = plainOf(planes.subarray(FINE_PIXELS + PIXELS), SIDE, COARSE_WHOLE);
    return cb === undefined || cr === undefined ? undefined : new PlainGround(luma, cb, cr);
  }

  /** The ground of both pictures; undefined where one has none, or they have not the same. */
  static ofBoth(a: Uint8Array, b: Uint8Array): PlainGround | undefined {
    const ground = PlainGround.of(a);
    const other = ground && PlainGround.of(b);
    return other && ground.#isAs(other) ? ground : undefined;
  }

  #isAs(other: PlainGround): boolean {
    return (
      abs(this.#luma - other.#luma) <= PLAIN_GROUND_SAME &&
      abs(this.#cb - other.#cb) <= PLAIN_GROUND_SAME &&
      abs(this.#cr - other.#cr) <= PLAIN_GROUND_SAME
    );
  }

  /** How far a fine cell is from the ground, in levels of luma, Cb and Cr together. */
  apart(planes: Uint8Array, cell: number): number {
    const colour = FINE_PIXELS + colourCell(cell);
    return (
      abs(at(planes, cell) - this.#luma) +
      abs(at(planes, colour) - this.#cb) +
      abs(at(planes, colour + PIXELS) - this.#cr)
    );
  }

  /**
   * How much is drawn, summed over the picture: what only moves stays as much, since each cell is the
   * mean of what lies in it.
   */
  drawn(planes: Uint8Array): number {
    let sum = 0;
    for (let cell = 0; cell < FINE_PIXELS; cell++) sum += this.apart(planes, cell);
    return sum;
  }
}
