import { at, PIXELS } from '../pictures/grey.ts';
import { BORNE_COLOUR, BORNE_KEPT } from './thresholds.ts';
import type { View } from './view.ts';

const { abs, max } = Math;

const cells = new Uint8Array(PIXELS);

/**
 * Marks the cells of 32x32 whose colour came, stayed and went: writing may be as bright as what it
 * covers. Valid until the next call.
 */
export function borneOutByColour(
  { before, after }: { readonly before: View; readonly after: View },
  last: View,
  gone: View | undefined,
): Uint8Array {
  for (let i = 0; i < PIXELS; i++) {
    const rise = colourStep(before, after, i);
    const fall = gone ? colourStep(last, gone, i) : rise;
    const steps = rise >= BORNE_COLOUR && fall >= BORNE_COLOUR;
    cells[i] = steps && colourStep(after, last, i) <= BORNE_KEPT * max(rise, fall) ? 1 : 0;
  }
  return cells;
}

const colourStep = (a: View, b: View, i: number): number =>
  abs(at(a.colours, i) - at(b.colours, i)) +
  abs(at(a.colours, i + PIXELS) - at(b.colours, i + PIXELS));
