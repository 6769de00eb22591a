import { at, PIXELS, SIDE } from './grey.ts';
import { type Area, WHOLE } from './lit-area.ts';
import {
  BAR_BLACK,
  BAR_LEAST_LIT,
  BORDER_APART,
  BORDER_CORNERS,
  BORDER_FILLED,
  BORDER_TINTED,
} from './thresholds.ts';

const { abs, max, min } = Math;

/** The coarse greys of a picture, and its Cb and then its Cr. */
interface Picture {
  readonly grey: Uint8Array;
  readonly colours: Uint8Array;
}

interface Colour {
  readonly grey: number;
  readonly cb: number;
  readonly cr: number;
}

/**
 * The part of the picture within a border of one colour, as where a film is shown in a frame: nothing
 * is ever drawn beside what is there in the first picture, and that fills its rectangle. What lies on
 * a page does not fill the one around it, or comes later.
 */
export class StillBorder {
  /** The colour of the border, as long as there may be one. */
  #ground: Colour | undefined;
  #box: Area = WHOLE;
  #isFilled = false;
  /** 1 where a cell was of another colour in any picture so far. */
  readonly #seen = new Uint8Array(PIXELS);

  /** The whole picture where no such border is known, or none any longer. */
  get area(): Area {
    return this.#isFilled ? this.#box : WHOLE;
  }

  /** Takes the next coarse picture; black borders are bars, and told otherwise. */
  push(picture: Picture, isFirst: boolean): void {
    if (isFirst) this.#begin(picture);
    if (this.#ground === undefined) return;
    if (this.#isDrawnOn(picture, this.#ground)) {
      this.#ground = undefined;
      this.#isFilled = false;
    } else if (!this.#isFilled) this.#fill(picture, this.#ground);
  }

  #begin(picture: Picture): void {
    const corners = [0, SIDE - 1, PIXELS - SIDE, PIXELS - 1];
    const greys = corners.map((corner) => at(picture.grey, corner));
    const [darkest, brightest] = [min(...greys), max(...greys)];
    if (brightest - darkest > BORDER_CORNERS || darkest <= BAR_BLACK) return;
    const middle = (plane: number): number =>
      corners.reduce((sum, corner) => sum + at(picture.colours, plane + corner), 0) /
      corners.length;
    const ground = { grey: (darkest + brightest) / 2, cb: middle(0), cr: middle(PIXELS) };
    if (corners.some((corner) => isOther(picture, ground, corner))) return;
    this.#box = boxOf(picture, ground);
    const { left, top, right, bottom } = this.#box;
    if (min(right - left, bottom - top) >= BAR_LEAST_LIT * SIDE) this.#ground = ground;
  }

  /** Next to the film a cell may hold some of it. */
  #isDrawnOn(picture: Picture, ground: Colour): boolean {
    const { left, top, right, bottom } = this.#box;
    for (let cell = 0; cell < PIXELS; cell++) {
      const x = cell % SIDE;
      const y = (cell - x) / SIDE;
      const isFilm = x >= left - 1 && x <= right && y >= top - 1 && y <= bottom;
      if (!isFilm && isOther(picture, ground, cell)) return true;
    }
    return false;
  }

  /** The film has filled its box where most of its four outermost lines were of another colour. */
  #fill(picture: Picture, ground: Colour): void {
    const seen = this.#seen;
    for (let cell = 0; cell < PIXELS; cell++) if (isOther(picture, ground, cell)) seen[cell] = 1;
    const { left, top, right, bottom } = this.#box;
    const [first, last] = [top * SIDE + left, (bottom - 1) * SIDE + right - 1];
    const share = (from: number, step: number, to: number): number => {
      let [others, cells] = [0, 0];
      for (let cell = from; cell <= to; cell += step, cells++) others += at(seen, cell);
      return others / cells;
    };
    this.#isFilled =
      share(first, 1, top * SIDE + right - 1) >= BORDER_FILLED &&
      share((bottom - 1) * SIDE + left, 1, last) >= BORDER_FILLED &&
      share(first, SIDE, last) >= BORDER_FILLED &&
      share(top * SIDE + right - 1, SIDE, last) >= BORDER_FILLED;
  }
}

const isOther = ({ grey, colours }: Picture, ground: Colour, cell: number): boolean =>
  abs(at(grey, cell) - ground.grey) > BORDER_APART ||
  abs(at(colours, cell) - ground.cb) + abs(at(colours, PIXELS + cell) - ground.cr) > BORDER_TINTED;

/** What is around all cells of another colour than that of the ground. */
function boxOf(picture: Picture, ground: Colour): Area {
  let [left, top, right, bottom] = [SIDE, SIDE, 0, 0];
  for (let cell = 0; cell < PIXELS; cell++) {
    if (!isOther(picture, ground, cell)) continue;
    const x = cell % SIDE;
    const y = (cell - x) / SIDE;
    [left, top] = [min(left, x), min(top, y)];
    [right, bottom] = [max(right, x + 1), max(bottom, y + 1)];
  }
  return { left, top, right, bottom };
}
