import type { Overlay } from './overlay.ts';
import { alike, areaOf, covers, gapBetween, union } from './regions.ts';
import type { Traits } from './traits.ts';

const { abs, exp, max, min } = Math;

/** A change that was followed to its end, and what must be known of it to choose. */
export interface Found {
  readonly overlay: Overlay;
  readonly traits: Pick<Traits, 'n' | 'finer' | 'ended' | 'gave'>;
}

/** Likeness from which a thing is an overlay, and from which it may be a part of one. */
const LIKELY = 0.55;
const PART = 0.2;
/** Share of the smaller region from which two lie over each other. */
const OVER = 0.5;
/** Seconds between two looks at one thing that comes slowly. */
const SAME_COMING = 1.3;
/**
 * Seconds between one that goes and the picture that comes back; that is not finer than what went.
 */
const GIVING_BACK = 0.35;
const NOT_FINER = 0.1;
/**
 * What gave back the picture it covered, all but for this share, was laid over it, if it is this
 * likely otherwise.
 */
const GIVEN_BACK = 0.1;
const COVERING = 0.3;
/** Seconds that a cover is there at least before it begins to go. */
const SHORTEST = 0.6;
/**
 * Seconds by which parts of one may differ at their start and end, and how far apart they may be,
 * in fractions.
 */
const PART_START = 0.05;
const PART_END = 0.3;
const PART_GAP = 0.12;
/** Share of one that lies in the other where that is the whole of it. */
const HELD = 0.75;
/** Share of the picture that parts may make up together. */
const MOST_AREA = 0.45;
/**
 * Share of their region that changed, over that of the more filled one of two, from which the two
 * are one.
 */
const AS_FILLED = 0.65;

/**
 * Leaves out what was only uncovered again: what gave it back lay over it, and is as likely an
 * overlay, though it be plainer.
 */
function withoutUncovered(found: readonly Found[]): Found[] {
  const uncovered = new Set<Found>();
  const kept: Found[] = [];
  // A cover comes before what it uncovers.
  for (const one of found.toSorted((a, b) => a.overlay.start - b.overlay.start)) {
    if (uncovered.has(one)) continue;
    const given = isCover(one) ? found.filter((other) => gaveBack(one.overlay, other.overlay)) : [];
    for (const other of given) uncovered.add(other);
    const confidence = max(
      one.overlay.confidence,
      ...given.map((other) => other.overlay.confidence),
    );
    kept.push({ ...one, overlay: { ...one.overlay, confidence } });
  }
  return kept;
}

const isCover = ({ overlay, traits }: Found): boolean =>
  traits.ended === 1 && traits.gave <= GIVEN_BACK && overlay.confidence >= COVERING;

/** True when a picture came, in the place of a cover, as that went. */
function gaveBack({ start, end, region }: Overlay, came: Overlay): boolean {
  if (end === null || alike(came.region, region) <= OVER) return false;
  return came.start >= max(start + SHORTEST, end - SAME_COMING) && came.start <= end + GIVING_BACK;
}

/** An overlay with its parts: the region that they take, and how many fine cells of it changed. */
interface Whole {
  readonly overlay: Overlay;
  region: Overlay['region'];
  cells: number;
}

/**
 * True for what came with an overlay, beside or over it, and went with it or, its cells lost from
 * sight earlier, holds it.
 */
function comesWith(part: Overlay, overlay: Overlay, endOf: (overlay: Overlay) => number): boolean {
  if (abs(part.start - overlay.start) > PART_START) return false;
  if (gapBetween(part.region, overlay.region) > PART_GAP) return false;
  if (abs(endOf(part) - endOf(overlay)) <= PART_END) return true;
  return part.confidence >= LIKELY && covers(part.region, overlay.region) >= HELD;
}

/**
 * Adds a part. Of two that lie over each other, one with strays far off, the one without them is
 * the whole.
 */
function add(whole: Whole, { overlay: part, traits }: Found): void {
  const { region, cells } = whole;
  const partCells = exp(traits.n);
  const filled = cells / areaOf(region);
  const partFilled = partCells / areaOf(part.region);
  const both = union(region, part.region);
  const over = covers(region, part.region) >= HELD;
  const bothCells = over ? max(cells, partCells) : cells + partCells;
  if (bothCells / areaOf(both) >= AS_FILLED * max(filled, partFilled)) {
    if (areaOf(both) > MOST_AREA) return;
    whole.region = both;
    whole.cells = bothCells;
  } else if (over && part.confidence >= LIKELY && partFilled > filled) {
    whole.region = part.region;
    whole.cells = partCells;
  }
}

/**
 * Says each overlay once: the likeliest of all that lie over each other, with the parts that come
 * and go with it.
 */
export function chooseOverlays(found: readonly Found[], endOfWindow: number): Overlay[] {
  const endOf = (overlay: Overlay): number => overlay.end ?? endOfWindow;
  const chosen: Whole[] = [];
  const likeliest = withoutUncovered(found).toSorted(
    (a, b) => b.overlay.confidence - a.overlay.confidence,
  );
  for (const { overlay, traits } of likeliest) {
    if (overlay.confidence < LIKELY) break;
    const explained = chosen.some(({ overlay: other }) => {
      if (covers(other.region, overlay.region) < OVER) return false;
      const again = abs(other.start - overlay.start) <= SAME_COMING;
      const after = abs(endOf(other) - overlay.start) <= GIVING_BACK && traits.finer < -NOT_FINER;
      return again || after;
    });
    if (!explained) chosen.push({ overlay, region: overlay.region, cells: exp(traits.n) });
  }
  for (const whole of chosen) {
    for (const part of likeliest) {
      if (part.overlay.confidence < PART) break;
      const sofar = { ...whole.overlay, region: whole.region };
      if (comesWith(part.overlay, sofar, endOf)) add(whole, part);
    }
  }
  const said: Overlay[] = [];
  for (const { overlay, region } of chosen) {
    const again = said.find(
      (one) => alike(one.region, region) > OVER && abs(one.start - overlay.start) <= SAME_COMING,
    );
    if (again) again.start = min(again.start, overlay.start);
    else said.push({ ...overlay, region });
  }
  return said.sort((a, b) => a.start - b.start);
}
