import { at, FINE, SIDE } from './grey.ts';
import { BAR_BLACK, BAR_LEAST_LIT } from './thresholds.ts';

/** Cells of a coarse picture: columns from `left` to before `right`, rows from `top` to before `bottom`. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const cellsIn = ({ left, top, right, bottom }: Area): number =>
  (right - left) * (bottom - top);

/** Without the cells that the edge of a film may run through; there is none at that of the picture. */
export const withoutEdge = ({ left, top, right, bottom }: Area): Area => ({
  left: left === 0 ? 0 : left + 1,
  top: top === 0 ? 0 : top + 1,
  right: right === SIDE ? SIDE : right - 1,
  bottom: bottom === SIDE ? SIDE : bottom - 1,
});

/** The same part of a picture in fine cells. */
export function fineArea({ left, top, right, bottom }: Area): Area {
  const cells = FINE / SIDE;
  return { left: left * cells, top: top * cells, right: right * cells, bottom: bottom * cells };
}

export const WHOLE: Area = { left: 0, top: 0, right: SIDE, bottom: SIDE };

/**
 * The part of the picture that bars leave: rows and columns at the edges in which nothing was lit in
 * any picture so far are not of the film. They never change, and would make two shots look alike.
 */
export class LitArea {
  #left = SIDE;
  #top = SIDE;
  #right = 0;
  #bottom = 0;

  /** Takes the next coarse picture. */
  push(grey: Uint8Array): void {
    const isLit = (x: number, y: number): boolean => at(grey, y * SIDE + x) > BAR_BLACK;
    const row = (y: number): boolean => {
      for (let x = 0; x < SIDE; x++) if (isLit(x, y)) return true;
      return false;
    };
    const column = (x: number): boolean => {
      for (let y = 0; y < SIDE; y++) if (isLit(x, y)) return true;
      return false;
    };
    for (let y = 0; y < this.#top; y++) if (row(y)) this.#top = y;
    for (let y = SIDE - 1; y >= this.#bottom; y--) if (row(y)) this.#bottom = y + 1;
    for (let x = 0; x < this.#left; x++) if (column(x)) this.#left = x;
    for (let x = SIDE - 1; x >= this.#right; x--) if (column(x)) this.#right = x + 1;
  }

  /** The whole picture where less is lit than any bars leave: it is dark, not barred. */
  get area(): Area {
    const [left, top, right, bottom] = [this.#left, this.#top, this.#right, this.#bottom];
    const least = BAR_LEAST_LIT * SIDE;
    return right - left < least || bottom - top < least ? WHOLE : { left, top, right, bottom };
  }
}
