import { FINE } from '../pictures/grey.ts';
import type { Found } from './found.ts';
import type { Overlay } from './overlay.ts';
import { alike, areaOf, covers, gapBetween, union, within } from './regions.ts';
import { oneAfterTheOther } from './rewritten.ts';
import { wasSeenToCome } from './seen-to-come.ts';
import {
  CHOSEN_AS_FILLED,
  CHOSEN_GIVING_BACK,
  CHOSEN_HELD,
  CHOSEN_LINE,
  CHOSEN_LINE_GAP,
  CHOSEN_MOST_AREA,
  CHOSEN_NOT_FINER,
  CHOSEN_OVER,
  CHOSEN_PART_END,
  CHOSEN_PART_GAP,
  CHOSEN_PART_START,
  CHOSEN_SAME_COMING,
  CHOSEN_SAW_REWRITTEN,
  CHOSEN_WORD_GAP,
  OVERLAY_LEAST_WIDE,
  OVERLAY_LIKELY,
  OVERLAY_LIKELY_BY_END,
  OVERLAY_PART,
} from './thresholds.ts';
import { withoutUncovered } from './uncovered.ts';

const { abs, exp, max, min } = Math;

/** How many cells of a thing lie in its region: those that both ends bear out, where they give it. */
const cellsBorneOut = ({ traits, life }: Found): number =>
  exp(traits.n) * (life?.boxed === 1 ? life.borne : 1);

/** An overlay with its parts: the region that they take, and how many fine cells of it changed. */
interface Whole {
  readonly overlay: Overlay;
  region: Overlay['region'];
  cells: number;
  readonly rewritten: readonly number[];
}

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

/** The looks at a thing that are likely enough. */
const looksAt = (
  one: Found,
  found: readonly Found[],
  endOf: (overlay: Overlay) => number,
): readonly Found[] =>
  found.filter(
    ({ overlay }) =>
      overlay.confidence >= OVERLAY_LIKELY &&
      abs(overlay.start - one.overlay.start) <= CHOSEN_PART_START &&
      abs(endOf(overlay) - endOf(one.overlay)) <= CHOSEN_PART_END &&
      covers(overlay.region, one.overlay.region) >= CHOSEN_HELD,
  );

/**
 * When a thing was written anew, as nearly all of the looks at it saw it: what its ground does, or
 * a keyframe, is seen by some.
 */
const rewrittenBy = ({ rewritten }: Found, looks: readonly Found[]): number[] =>
  rewritten.filter((at) => {
    const saw = looks.filter((look) => look.rewritten.includes(at));
    return saw.length >= CHOSEN_SAW_REWRITTEN * looks.length;
  });

/**
 * What came bit by bit and holds this, which went with it: all that flew in, or was typed. The line
 * that this is a part of needs not be likely by itself.
 */
const heldBy = (
  { overlay }: Found,
  likeliest: readonly Found[],
  endOf: (overlay: Overlay) => number,
): Found | undefined =>
  likeliest.find(
    (other) =>
      (other.came === 'bit by bit' || other.came === 'flown') &&
      (other.overlay.confidence >= OVERLAY_LIKELY ||
        sharesRows(overlay.region, other.overlay.region)) &&
      abs(endOf(other.overlay) - endOf(overlay)) <= CHOSEN_PART_START &&
      within(overlay.region, other.overlay.region) >= CHOSEN_HELD,
  );

const isJudgedByEnd = ({ came }: Found): boolean => came === 'stood' || came === 'bit by bit';

/** True for what came after a likelier thing close by and went before it. */
function isBeside(
  flown: Overlay,
  { overlay, region }: Whole,
  endOf: (overlay: Overlay) => number,
): boolean {
  const isMeanwhile =
    flown.start >= overlay.start - CHOSEN_PART_START &&
    endOf(flown) <= endOf(overlay) + CHOSEN_PART_START;
  return isMeanwhile && gapBetween(flown.region, region) <= CHOSEN_PART_GAP;
}

/** A thing with the parts that come and go with it. */
function withParts(
  one: Found,
  likeliest: readonly Found[],
  endOf: (overlay: Overlay) => number,
): Whole {
  const { overlay } = one;
  const look = heldBy(one, likeliest, endOf) ?? one;
  const rewritten = rewrittenBy(one, looksAt(one, likeliest, endOf));
  const { region } = look.overlay;
  const whole: Whole = { overlay, region, cells: cellsBorneOut(look), rewritten };
  for (const part of likeliest) {
    if (part.overlay.confidence < OVERLAY_PART) break;
    const sofar = { ...overlay, region: whole.region };
    if (comesWith(part.overlay, sofar, endOf))
      add(whole, part, inOneLine(part.overlay, sofar, endOf));
  }
  return whole;
}

/**
 * Says each overlay once: the likeliest of all that lie over each other, with the parts that come
 * and go with it.
 */
export function chooseOverlays(found: readonly Found[], endOfWindow: number): Overlay[] {
  const endOf = (overlay: Overlay): number => overlay.end ?? endOfWindow;
  const chosen: Whole[] = [];
  const likeliest = withoutUncovered(found)
    .filter((one) => !wasSeenToCome(one, found, endOf))
    .toSorted((a, b) => b.overlay.confidence - a.overlay.confidence);
  for (const one of likeliest) {
    const { overlay, traits } = one;
    if (overlay.confidence < OVERLAY_LIKELY) break;
    if (isJudgedByEnd(one) && overlay.confidence < OVERLAY_LIKELY_BY_END) continue;
    const explained = chosen.some(({ overlay: other, region: taken }) => {
      if (covers(taken, overlay.region) < CHOSEN_OVER) return false;
      const again = abs(other.start - overlay.start) <= CHOSEN_SAME_COMING;
      const after =
        abs(endOf(other) - overlay.start) <= CHOSEN_GIVING_BACK && traits.finer < -CHOSEN_NOT_FINER;
      return again || after;
    });
    const beside = one.came === 'flown' && chosen.some((whole) => isBeside(overlay, whole, endOf));
    if (explained || beside) continue;
    chosen.push(withParts(one, likeliest, endOf));
  }
  const parts = chosen.flatMap(({ overlay, region, rewritten }) =>
    oneAfterTheOther({ ...overlay, region }, rewritten, endOfWindow),
  );
  return saidOnce(parts, endOf)
    .filter(({ region: [left, , right] }) => FINE * (right - left) >= OVERLAY_LEAST_WIDE)
    .sort((a, b) => a.start - b.start);
}

/** Of several looks at one thing that were taken for others, and of its parts, the thing alone. */
function saidOnce(parts: readonly Overlay[], endOf: (overlay: Overlay) => number): Overlay[] {
  const said: Overlay[] = [];
  for (const overlay of parts) {
    const { region } = overlay;
    const again = said.find(
      (one) =>
        alike(one.region, region) > CHOSEN_OVER &&
        abs(one.start - overlay.start) <= CHOSEN_SAME_COMING &&
        endOf(one) > overlay.start,
    );
    const flownIn = said.find(
      (one) =>
        covers(one.region, region) > CHOSEN_OVER &&
        abs(one.start - overlay.start) <= CHOSEN_PART_END &&
        abs(endOf(one) - endOf(overlay)) <= CHOSEN_PART_START,
    );
    const isPart = said.some(
      (one) =>
        within(region, one.region) >= CHOSEN_HELD &&
        overlay.start >= one.start &&
        endOf(overlay) <= endOf(one) + CHOSEN_PART_END,
    );
    if (again) again.start = min(again.start, overlay.start);
    else if (isPart) continue;
    else if (flownIn) {
      // One look saw it where it began, the other where it stands.
      flownIn.start = min(flownIn.start, overlay.start);
      flownIn.region = union(flownIn.region, region);
    } else said.push(overlay);
  }
  return said;
}
