import type { Found } from './found.ts';
import type { Overlay } from './overlay.ts';
import { alike, within } from './regions.ts';
import {
  CHOSEN_AT_ONCE,
  CHOSEN_COVERING,
  CHOSEN_GIVEN_BACK,
  CHOSEN_GIVING_BACK,
  CHOSEN_HELD,
  CHOSEN_NOT_FINER,
  CHOSEN_OVER,
  CHOSEN_PART_START,
  CHOSEN_SAME_COMING,
  CHOSEN_SHORTEST,
} from './thresholds.ts';

const { abs, max, min } = Math;

/**
 * Leaves out what was only covered, for a while or until the shot ended: what gave it back, or came
 * where it stood, lay over it, and is as likely an overlay even where it is plainer.
 */
export function withoutUncovered(found: readonly Found[]): Found[] {
  const uncovered = new Set<Found>();
  const kept = new Map<Found, Found>();
  // A cover comes before what it uncovers.
  for (const one of found.toSorted((a, b) => a.overlay.start - b.overlay.start)) {
    if (uncovered.has(one)) continue;
    const given = found.filter(
      (other) =>
        isCoveredBy(other, one) ||
        (isCover(one) &&
          gaveBack(one.overlay, other.overlay) &&
          !isLikelierCover(other, one) &&
          !isNext(other, one)),
    );
    for (const other of given) uncovered.add(other);
    const confidence = max(
      one.overlay.confidence,
      ...given.map((other) => other.overlay.confidence),
    );
    kept.set(one, { ...one, overlay: { ...one.overlay, confidence } });
  }
  for (const one of uncovered) kept.delete(one);
  return [...kept.values()];
}

const isCover = ({ overlay, traits }: Found): boolean =>
  traits.ended === 1 && traits.gave <= CHOSEN_GIVEN_BACK && overlay.confidence >= CHOSEN_COVERING;

/**
 * True for what gave back, as it went, what a less likely cover had shown: that was the view, and
 * this came over it. Where both are finer than what they came over, neither is the view.
 */
const isLikelierCover = (other: Found, one: Found): boolean =>
  isCover(other) &&
  (other.overlay.confidence > one.overlay.confidence ||
    min(other.traits.finer, one.traits.finer) > 0);

/** True for what came at once, and not as the cover went: it was not given back by that. */
const isNext = ({ overlay, traits }: Found, { overlay: { end } }: Found): boolean =>
  traits.leap >= CHOSEN_AT_ONCE && abs(overlay.start - (end ?? Infinity)) > CHOSEN_PART_START;

/** True for what lies in the place of a cover, wholly or in part. */
const isInPlaceOf = (cover: Overlay['region'], region: Overlay['region']): boolean =>
  alike(region, cover) > CHOSEN_OVER || within(region, cover) >= CHOSEN_HELD;

/**
 * True for what seems to have stood in a place until a likely cover came there, plainer than it: one
 * change, seen from both of its sides, and what a view shows until then may be as fine as writing.
 */
const isCoveredBy = (
  { overlay: { end, region }, came }: Found,
  { overlay, came: how, traits }: Found,
): boolean =>
  came === 'stood' &&
  how === 'as one' &&
  traits.finer < -CHOSEN_NOT_FINER &&
  overlay.confidence >= CHOSEN_COVERING &&
  end !== null &&
  abs(overlay.start - end) <= CHOSEN_PART_START &&
  isInPlaceOf(overlay.region, region);

/** True when a picture came, in the place of a cover, as that went. */
function gaveBack({ start, end, region }: Overlay, came: Overlay): boolean {
  if (end === null || !isInPlaceOf(region, came.region)) return false;
  return (
    came.start >= max(start + CHOSEN_SHORTEST, end - CHOSEN_SAME_COMING) &&
    came.start <= end + CHOSEN_GIVING_BACK
  );
}
