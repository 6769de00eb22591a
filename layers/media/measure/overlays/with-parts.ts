import type { Found } from './found.ts';
import type { Overlay } from './overlay.ts';
import { areaOf, covers, gapBetween, union, within } from './regions.ts';
import {
  CHOSEN_AS_FILLED,
  CHOSEN_HELD,
  CHOSEN_LINE,
  CHOSEN_LINE_GAP,
  CHOSEN_MOST_AREA,
  CHOSEN_PART_END,
  CHOSEN_PART_GAP,
  CHOSEN_PART_START,
  CHOSEN_WORD_GAP,
  OVERLAY_LIKELY,
  OVERLAY_PART,
} from './thresholds.ts';

const { abs, exp, max, min } = Math;

/** An overlay with its parts: the region that they take, and how many fine cells of it changed. */
export interface Whole {
  readonly look: Found;
  region: Overlay['region'];
  cells: number;
}

/** How many cells of a thing lie in its region: those that both ends bear out, where they give it. */
const cellsBorneOut = ({ traits, life }: Found): number =>
  exp(traits.n) * (life?.boxed === 1 ? life.borne : 1);

/**
 * True for what came with an overlay, beside or over it, and went with it or, its cells lost from
 * sight earlier, holds it.
 */
function comesWith(part: Overlay, overlay: Overlay, endOf: (overlay: Overlay) => number): boolean {
  if (abs(part.start - overlay.start) > CHOSEN_PART_START) return false;
  if (inOneLine(part, overlay, endOf)) return true;
  if (gapBetween(part.region, overlay.region) > CHOSEN_PART_GAP) return false;
  if (abs(endOf(part) - endOf(overlay)) <= CHOSEN_PART_END) return true;
  return part.confidence >= OVERLAY_LIKELY && covers(part.region, overlay.region) >= CHOSEN_HELD;
}

/**
 * True for words of one line that came and went in the same moments, also where those of the part
 * are close beside and were not seen to go.
 */
function inOneLine(part: Overlay, overlay: Overlay, endOf: (overlay: Overlay) => number): boolean {
  if (!sharesRows(part.region, overlay.region)) return false;
  const gap = gapBetween(part.region, overlay.region);
  const later = endOf(part) - endOf(overlay);
  return later > CHOSEN_PART_START
    ? gap <= CHOSEN_WORD_GAP
    : later >= -CHOSEN_PART_START && gap <= CHOSEN_LINE_GAP;
}

/** True where two regions are of about the same rows. */
function sharesRows(
  [, y0, , y1]: Overlay['region'],
  [, top, , bottom]: Overlay['region'],
): boolean {
  return min(y1, bottom) - max(y0, top) >= CHOSEN_LINE * max(y1 - y0, bottom - top);
}

/** Adds a part: words beside it in one line, or what fills both as well. */
function add(whole: Whole, found: Found, inLine: boolean): void {
  const { region, cells } = whole;
  const { region: partRegion } = found.overlay;
  const partCells = cellsBorneOut(found);
  const filled = max(cells / areaOf(region), partCells / areaOf(partRegion));
  const both = union(region, partRegion);
  const over = covers(region, partRegion) >= CHOSEN_HELD;
  const bothCells = over ? max(cells, partCells) : cells + partCells;
  const isNextWord = inLine && !over;
  if (!isNextWord && bothCells / areaOf(both) < CHOSEN_AS_FILLED * filled) return;
  if (areaOf(both) > CHOSEN_MOST_AREA) return;
  whole.region = both;
  whole.cells = bothCells;
}

/**
 * What came bit by bit and holds this, which went with it: all that flew in, or was typed. The line
 * that this is a part of needs not be likely by itself.
 */
const heldBy = (
  one: Found,
  likeliest: readonly Found[],
  endOf: (overlay: Overlay) => number,
): Found | undefined =>
  likeliest.find(
    (other) =>
      (other.came === 'bit by bit' || other.came === 'flown') &&
      (other.overlay.confidence >= OVERLAY_LIKELY ||
        sharesRows(one.overlay.region, other.overlay.region)) &&
      abs(endOf(other.overlay) - endOf(one.overlay)) <= CHOSEN_PART_START &&
      within(one.overlay.region, other.overlay.region) >= CHOSEN_HELD,
  );

/** A thing with the parts that come and go with it. */
export function withParts(
  one: Found,
  likeliest: readonly Found[],
  endOf: (overlay: Overlay) => number,
): Whole {
  const { overlay } = one;
  const all = heldBy(one, likeliest, endOf) ?? one;
  const whole: Whole = { look: one, region: all.overlay.region, cells: cellsBorneOut(all) };
  for (const part of likeliest) {
    if (part.overlay.confidence < OVERLAY_PART) break;
    const sofar = { ...overlay, region: whole.region };
    if (comesWith(part.overlay, sofar, endOf))
      add(whole, part, inOneLine(part.overlay, sofar, endOf));
  }
  return whole;
}
