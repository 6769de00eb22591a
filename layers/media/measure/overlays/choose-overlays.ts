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
  CHOSEN_SUREST,
  CHOSEN_WORD_GAP,
  OVERLAY_LEAST_WIDE,
  OVERLAY_LIKELY,
  OVERLAY_LIKELY_BY_END,
  OVERLAY_PART,
} from './thresholds.ts';
import { withoutUncovered } from './uncovered.ts';

const { abs, exp, max, min } = Math;

/** True where the coming and the going of a thing each bear out its region. */
const isBorneOut = ({ traits, life }: Found): boolean => traits.ended === 1 && life?.boxed === 1;

/** How many cells of a thing lie in its region: those that both ends bear out, where they give it. */
const cellsBorneOut = ({ traits, life }: Found): number =>
  exp(traits.n) * (life?.boxed === 1 ? life.borne : 1);

/** An overlay with its parts: the region that they take, and how many fine cells of it changed. */
interface Whole {
  readonly overlay: Overlay;
  region: Overlay['region'];
  cells: number;
  /** True where its region is that of its colours. */
  coloured: boolean;
  /** True where no part of it is the whole. */
  readonly borneOut: boolean;
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

/**
 * Adds a part: words beside it in one line, or what fills both as well. Of two that lie over each
 * other, one with strays far off, the one without them is the whole; colours seem to have none, as
 * they are whole blocks of cells.
 */
function add(whole: Whole, found: Found, inLine: boolean): void {
  const { region, cells } = whole;
  const { overlay: part, coloured } = found;
  const partCells = cellsBorneOut(found);
  const filled = cells / areaOf(region);
  const partFilled = partCells / areaOf(part.region);
  const both = union(region, part.region);
  const over = covers(region, part.region) >= CHOSEN_HELD;
  const bothCells = over ? max(cells, partCells) : cells + partCells;
  const isNextWord = inLine && !over;
  if (isNextWord || bothCells / areaOf(both) >= CHOSEN_AS_FILLED * max(filled, partFilled)) {
    if (areaOf(both) > CHOSEN_MOST_AREA) return;
    whole.region = both;
    whole.cells = bothCells;
    whole.coloured &&= coloured;
  } else if (
    over &&
    !whole.borneOut &&
    part.confidence >= OVERLAY_LIKELY &&
    partFilled > filled &&
    (whole.coloured || !coloured)
  ) {
    whole.region = part.region;
    whole.cells = partCells;
    whole.coloured = coloured;
  }
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
 * Of the looks at a thing the one whose region is most like those of the others, each by how likely
 * it is: something that stirred beside it is grown onto some of them.
 */
function commonest(one: Found, looks: readonly Found[]): Found {
  const weight = ({ overlay: { confidence } }: Found): number =>
    1 / (1 - min(CHOSEN_SUREST, confidence));
  const fits = ({ overlay }: Found): number =>
    looks.reduce((sum, look) => sum + weight(look) * alike(look.overlay.region, overlay.region), 0);
  return looks.reduce((best, look) => (fits(look) > fits(best) ? look : best), one);
}

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

/**
 * True for what stood from the first frame of a shot on until another thing came in its place, or
 * went: the view that this was laid over.
 */
function isViewBeneath(
  { overlay, came }: Found,
  other: Overlay,
  endOf: (overlay: Overlay) => number,
): boolean {
  if (came !== 'stood') return false;
  const end = endOf(overlay);
  return abs(end - other.start) <= CHOSEN_GIVING_BACK || abs(end - endOf(other)) <= CHOSEN_PART_END;
}

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
      return again || after || isViewBeneath(one, other, endOf);
    });
    const beside = one.came === 'flown' && chosen.some((whole) => isBeside(overlay, whole, endOf));
    if (explained || beside) continue;
    const held = heldBy(one, likeliest, endOf);
    const look = commonest(held ?? one, looksAt(held ?? one, likeliest, endOf));
    const { region } = look.overlay;
    const cells = cellsBorneOut(look);
    const rewritten = rewrittenBy(one, looksAt(one, likeliest, endOf));
    const borneOut =
      isBorneOut(look) || (held !== undefined && sharesRows(overlay.region, held.overlay.region));
    chosen.push({ overlay, region, cells, coloured: look.coloured, borneOut, rewritten });
  }
  for (const whole of chosen) {
    for (const part of likeliest) {
      if (part.overlay.confidence < OVERLAY_PART) break;
      const sofar = { ...whole.overlay, region: whole.region };
      if (comesWith(part.overlay, sofar, endOf))
        add(whole, part, inOneLine(part.overlay, sofar, endOf));
    }
  }
  const said: Overlay[] = [];
  const parts = chosen.flatMap(({ overlay, region, rewritten }) =>
    oneAfterTheOther({ ...overlay, region }, rewritten, endOfWindow),
  );
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
  return said
    .filter(({ region: [left, , right] }) => FINE * (right - left) >= OVERLAY_LEAST_WIDE)
    .sort((a, b) => a.start - b.start);
}
