import { at, colourCell, FINE, FINE_PIXELS } from '../pictures/grey.ts';
import { borneOutByColour } from './borne-out-by-colour.ts';
import { areColours } from './marks.ts';
import { areaOf, boundsOf, groupsIn, regionOf, trimmed } from './regions.ts';
import {
  BORNE_AS_FILLED,
  BORNE_KEPT,
  BORNE_KEPT_LEVELS,
  BORNE_LEAST_CELLS,
  BORNE_LINE,
  BORNE_LINE_GAP,
  BORNE_REACH,
  BORNE_SHARE,
  BORNE_STEP,
  OVERLAY_MOST_AREA,
} from './thresholds.ts';
import type { View } from './view.ts';

const { abs, max, min } = Math;

/** Cells that something was seen at, and the fine pictures just before it came and with it. */
interface Come {
  readonly cells: Int16Array;
  readonly marks: Int16Array;
  readonly pictures: { readonly before: View; readonly after: View };
}

const mask = new Uint8Array(FINE_PIXELS);
const own = new Uint8Array(FINE_PIXELS);
const joined = new Int16Array(FINE_PIXELS);

/** What the coming of a thing and its going, each seen for itself, bear out. */
export interface BorneOut {
  /** Share of the cells that the thing was told by, 0 to 1. */
  readonly share: number;
  /** The box of all such cells; undefined where they say little of the thing. */
  readonly region: [number, number, number, number] | undefined;
}

/**
 * Which cells both ends of a thing bear out. What is laid over the picture steps as it comes, shows
 * in the last picture with it what it showed in the first, and steps again as it goes; what moves
 * beside it seldom does all three. Through a cut (`gone` undefined) everything steps, and two are
 * asked.
 */
export function borneOut(
  { cells, marks, pictures }: Come,
  lastSeen: View,
  gone: View | undefined,
): BorneOut {
  const [before, after, last] = [pictures.before.fine, pictures.after.fine, lastSeen.fine];
  const coloured = borneOutByColour(pictures, lastSeen, gone);
  const byColourAlone = areColours(marks);
  const isBorneOut = (i: number): boolean => {
    if (byColourAlone) return at(coloured, colourCell(i)) === 1;
    const rise = abs(at(after, i) - at(before, i));
    if (rise >= BORNE_STEP) {
      const fall = gone ? abs(at(last, i) - at(gone.fine, i)) : rise;
      const off = abs(at(last, i) - at(after, i));
      if (fall >= BORNE_STEP && off <= max(BORNE_KEPT_LEVELS, BORNE_KEPT * max(rise, fall)))
        return true;
    }
    return at(coloured, colourCell(i)) === 1;
  };
  let borne = 0;
  for (const cell of cells) if (isBorneOut(cell)) borne++;
  const share = borne / cells.length;
  if (share < BORNE_SHARE) return { share, region: undefined };
  for (let i = 0; i < FINE_PIXELS; i++) mask[i] = isBorneOut(i) ? 1 : 0;
  own.fill(0);
  for (const cell of cells) own[cell] = at(mask, cell);
  let count = 0;
  let others: Int16Array[] = [];
  // What else stepped as it came would be grown onto it, where no end tells the two apart.
  const reach = gone ? FINE : BORNE_REACH;
  const around = boundsOf(cells);
  for (const group of groupsIn(mask, BORNE_LEAST_CELLS)) {
    if (!group.some((cell) => at(own, cell) === 1)) {
      others.push(group);
      continue;
    }
    for (const cell of group) if (isNear(cell, around, reach)) joined[count++] = cell;
  }
  if (count < 2 * BORNE_LEAST_CELLS) return { share, region: undefined };
  for (let sofar = 0; sofar < count; ) {
    sofar = count;
    const box = boundsOf(joined.subarray(0, count));
    others = others.filter((group) => {
      if (!continuesLine(box, boundsOf(group))) return true;
      joined.set(group, count);
      count += group.length;
      return false;
    });
  }
  const region = regionOf(boundsOf(trimmed(withoutStrays(joined.subarray(0, count), cells))));
  return { share, region: areaOf(region) <= OVERLAY_MOST_AREA ? region : undefined };
}

/** True for a group that stands beside a box in the same rows, as the next word of a line does. */
function continuesLine([x0, top, x1, bottom]: Box, [left, y0, right, y1]: Box): boolean {
  if (min(bottom, y1) - max(top, y0) < BORNE_LINE * max(bottom - top, y1 - y0)) return false;
  return max(left - x1, x0 - right) <= BORNE_LINE_GAP;
}

/**
 * What moves beside a thing steps at both ends here and there, by chance: cells that fill their box
 * far less than those that it was told by are its own in the rows of these alone.
 */
function withoutStrays(borne: Int16Array, told: Int16Array): Int16Array {
  if (filled(borne) >= BORNE_AS_FILLED * filled(told)) return borne;
  const [, top, , bottom] = boundsOf(told);
  return borne.filter((cell) => cell >= top * FINE && cell < bottom * FINE);
}

/** The share of their box that cells take. */
function filled(cells: Int16Array): number {
  const [x0, y0, x1, y1] = boundsOf(cells);
  return cells.length / ((x1 - x0) * (y1 - y0));
}

/** True for a cell in a box or up to `reach` rows and columns beside it. */
function isNear(cell: number, [x0, y0, x1, y1]: Box, reach: number): boolean {
  const x = cell % FINE;
  const y = (cell - x) / FINE;
  return x >= x0 - reach && x < x1 + reach && y >= y0 - reach && y < y1 + reach;
}

type Box = readonly [number, number, number, number];
