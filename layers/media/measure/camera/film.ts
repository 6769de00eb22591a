import { FINE, FINE_PIXELS, PIXELS, SIDE } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import type { Area } from '../pictures/lit-area.ts';
import { FILM_RIM } from './thresholds.ts';

const { floor, max, min } = Math;

/** Two pictures that are compared. */
type Pair<Plane> = readonly [Plane, Plane];
type Fine = Uint8Array | Float32Array;

const soft: Pair<Float32Array> = [new Float32Array(PIXELS), new Float32Array(PIXELS)];
const fine: Pair<Float32Array> = [new Float32Array(FINE_PIXELS), new Float32Array(FINE_PIXELS)];

/**
 * The soft greys of two frames, of the film alone: what black bars leave is stretched over the whole
 * plane. Bars stand still while the camera moves, and so do their borders, which are the sharpest
 * lines there are. Valid until the next two are asked for.
 */
export const softFilm = (history: History, one: number, other: number): Pair<Float32Array> =>
  filmOf<Float32Array>([history.soft(one), history.soft(other)], SIDE, history.area, soft);

/** The same of the fine greys. */
export const fineFilm = (history: History, one: number, other: number): Pair<Fine> =>
  filmOf<Fine>([history.fine(one), history.fine(other)], FINE, history.area, fine);

function filmOf<Plane extends Fine>(
  [one, other]: Pair<Plane>,
  side: number,
  area: Area,
  into: Pair<Plane>,
): Pair<Plane> {
  if (area.right - area.left === SIDE && area.bottom - area.top === SIDE) return [one, other];
  const across = cellsOf(area.left, area.right, side);
  const down = cellsOf(area.top, area.bottom, side);
  stretch(one, across, down, into[0]);
  stretch(other, across, down, into[1]);
  return into;
}

/** Where each cell of a line of the film lies among those of the whole picture, in fractions. */
function cellsOf(from: number, to: number, side: number): Float64Array {
  const cells = side / SIDE;
  const first = (from > 0 ? from + FILM_RIM : from) * cells;
  const last = (to < SIDE ? to - FILM_RIM : to) * cells - 1;
  const step = (last + 1 - first) / side;
  return Float64Array.from({ length: side }, (_, k) =>
    min(last, max(first, first + (k + 0.5) * step - 0.5)),
  );
}

/** Each cell straight between the four that it lies among. */
function stretch(plane: Fine, across: Float64Array, down: Float64Array, into: Fine): void {
  const side = across.length;
  const at = (i: number): number => plane[i] as number;
  for (let y = 0; y < side; y++) {
    const row = down[y] as number;
    const top = min(side - 2, floor(row));
    for (let x = 0; x < side; x++) {
      const column = across[x] as number;
      const left = min(side - 2, floor(column));
      const i = top * side + left;
      const upper = at(i) + (column - left) * (at(i + 1) - at(i));
      const lower = at(i + side) + (column - left) * (at(i + side + 1) - at(i + side));
      into[y * side + x] = upper + (row - top) * (lower - upper);
    }
  }
}
