import { at, colourCell, FINE_PIXELS, PIXELS } from '../pictures/grey.ts';
import type { Pictures } from './backwards.ts';

/** A frame as overlays see it: 64x64 greys, and 32x32 of Cb followed by Cr; both after each other. */
export interface View {
  readonly planes: Uint8Array;
  readonly fine: Uint8Array;
  readonly colours: Uint8Array;
}

export const viewOf = (history: Pictures, frame: number): View => ({
  planes: history.planes(frame),
  fine: history.fine(frame),
  colours: history.colours(frame),
});

/** A view that may be kept for as long as one likes. */
export function kept({ planes }: View): View {
  const copy = planes.slice();
  return { planes: copy, fine: copy.subarray(0, FINE_PIXELS), colours: copy.subarray(FINE_PIXELS) };
}

/** Mean absolute difference of the colours of two views over some fine cells, Cb and Cr together. */
export function colourChange(cells: Int16Array, a: View, b: View): number {
  if (cells.length === 0) return 0;
  let sum = 0;
  for (let k = 0; k < cells.length; k++) {
    const i = colourCell(cells[k] as number);
    sum += Math.abs(at(a.colours, i) - at(b.colours, i));
    sum += Math.abs(at(a.colours, i + PIXELS) - at(b.colours, i + PIXELS));
  }
  return sum / cells.length;
}

/** Mean distance of the colours of some fine cells from grey, Cb and Cr together. */
export function vividness(cells: Int16Array, { colours }: View): number {
  if (cells.length === 0) return 0;
  let sum = 0;
  for (let k = 0; k < cells.length; k++) {
    const i = colourCell(cells[k] as number);
    sum += Math.abs(at(colours, i) - 128) + Math.abs(at(colours, i + PIXELS) - 128);
  }
  return sum / cells.length;
}
