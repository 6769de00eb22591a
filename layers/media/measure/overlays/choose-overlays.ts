import { FINE } from '../pictures/grey.ts';
import type { Found } from './found.ts';
import { isReplaced, linesOf } from './lines.ts';
import type { Overlay } from './overlay.ts';
import { covers, gapBetween } from './regions.ts';
import { saidOnce } from './said-once.ts';
import { wasSeenToCome } from './seen-to-come.ts';
import {
  CHOSEN_GIVING_BACK,
  CHOSEN_NOT_FINER,
  CHOSEN_OVER,
  CHOSEN_PART_GAP,
  CHOSEN_PART_START,
  CHOSEN_SAME_COMING,
  OVERLAY_LEAST_WIDE,
  OVERLAY_LIKELY,
  OVERLAY_LIKELY_BY_END,
} from './thresholds.ts';
import { withoutUncovered } from './uncovered.ts';
import { type Whole, withParts } from './with-parts.ts';

const { abs, max, min } = Math;

const isJudgedByEnd = ({ came }: Found): boolean => came === 'stood' || came === 'bit by bit';

/** True for what came after a likelier thing close by and went before it. */
function isBeside(
  flown: Overlay,
  { look: { overlay }, region }: Whole,
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
    const isSure = overlay.confidence >= OVERLAY_LIKELY_BY_END;
    if (isJudgedByEnd(one) && !isSure && !isReplaced(one, likeliest)) continue;
    const explained = chosen.some(({ look: { overlay: other }, region: taken }) => {
      if (covers(taken, overlay.region) < CHOSEN_OVER) return false;
      const together = min(endOf(other), endOf(overlay)) - max(other.start, overlay.start);
      const again = abs(other.start - overlay.start) <= CHOSEN_SAME_COMING && together > 0;
      const after =
        abs(endOf(other) - overlay.start) <= CHOSEN_GIVING_BACK && traits.finer < -CHOSEN_NOT_FINER;
      return again || after;
    });
    const beside = one.came === 'flown' && chosen.some((whole) => isBeside(overlay, whole, endOf));
    if (explained || beside) continue;
    chosen.push(withParts(one, likeliest, endOf));
  }
  const parts = chosen.flatMap((whole) => linesOf(whole, likeliest, endOf));
  return saidOnce(parts, endOf)
    .filter(({ region: [left, , right] }) => FINE * (right - left) >= OVERLAY_LEAST_WIDE)
    .sort((a, b) => a.start - b.start);
}
