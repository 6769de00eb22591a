import type { Overlay } from './overlay.ts';
import { alike, covers, gapBetween, union } from './regions.ts';

const { abs, max, min } = Math;

/**
 * An overlay as it was followed, with the logarithm of detail after over detail before, and what was left of its change
 * when it had gone, as a share; undefined when it was not seen to go.
 */
export interface Found {
  overlay: Overlay;
  finer: number;
  left?: number;
}

/** Likeness from which a thing is an overlay, and from which it may be a part of one. */
const LIKELY = 0.55;
const PART = 0.2;
/** Share of the smaller region from which two lie over each other. */
const OVER = 0.5;
/** Seconds between two looks at one thing that comes slowly. */
const SAME_COMING = 1.3;
/** Seconds between one that goes and the picture that comes back; that is not finer than what went. */
const GIVING_BACK = 0.35;
const NOT_FINER = 0.1;
/** What gave back the picture it covered, all but for this share, was laid over it, if it is this likely otherwise. */
const GIVEN_BACK = 0.1;
const COVERING = 0.3;
/** Seconds that a cover is there at least before it begins to go. */
const SHORTEST = 0.6;
/** Seconds by which parts of one may differ at their start and end, and how far apart they may be, in fractions. */
const PART_START = 0.05;
const PART_END = 0.3;
const PART_GAP = 0.12;
/** Share of one that lies in the other where that is the whole of it. */
const HELD = 0.75;
/** Share of the picture that parts may make up together. */
const MOST_AREA = 0.45;

const area = ([x0, y0, x1, y1]: Overlay['region']): number => (x1 - x0) * (y1 - y0);

/** Leaves out what was only uncovered again: what gave it back lay over it, and is as likely an overlay, though it be plainer. */
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

const isCover = ({ overlay, left = 1 }: Found): boolean =>
  left <= GIVEN_BACK && overlay.confidence >= COVERING;

/** True when a picture came, in the place of a cover, as that went. */
function gaveBack({ start, end, region }: Overlay, came: Overlay): boolean {
  if (end === null || alike(came.region, region) <= OVER) return false;
  return came.start >= max(start + SHORTEST, end - SAME_COMING) && came.start <= end + GIVING_BACK;
}

/** Says each overlay once: the likeliest of all that lie over each other, with the parts that come and go with it. */
export function chooseOverlays(found: readonly Found[], endOfWindow: number): Overlay[] {
  const endOf = (overlay: Overlay): number => overlay.end ?? endOfWindow;
  const chosen: Overlay[] = [];
  const likeliest = withoutUncovered(found).toSorted(
    (a, b) => b.overlay.confidence - a.overlay.confidence,
  );
  for (const { overlay, finer } of likeliest) {
    if (overlay.confidence < LIKELY) break;
    const explained = chosen.some((other) => {
      const over = covers(other.region, overlay.region);
      if (over < OVER) return false;
      const again = abs(other.start - overlay.start) <= SAME_COMING;
      const after = abs(endOf(other) - overlay.start) <= GIVING_BACK && finer < -NOT_FINER;
      return again || after;
    });
    if (!explained) chosen.push({ ...overlay, region: [...overlay.region] });
  }
  for (const overlay of chosen) {
    for (const { overlay: part } of likeliest) {
      if (part.confidence < PART) break;
      if (abs(part.start - overlay.start) > PART_START) continue;
      // What came with it and holds all of it is it, with cells that were lost from sight earlier.
      const holds = part.confidence >= LIKELY && covers(part.region, overlay.region) >= HELD;
      if (!holds && abs(endOf(part) - endOf(overlay)) > PART_END) continue;
      if (gapBetween(part.region, overlay.region) > PART_GAP) continue;
      const both = union(part.region, overlay.region);
      if (area(both) <= MOST_AREA) overlay.region = both;
    }
  }
  const whole: Overlay[] = [];
  for (const overlay of chosen) {
    const other = whole.find(
      (one) =>
        alike(one.region, overlay.region) > OVER && abs(one.start - overlay.start) <= SAME_COMING,
    );
    if (!other) whole.push(overlay);
    else other.start = min(other.start, overlay.start);
  }
  return whole.sort((a, b) => a.start - b.start);
}
