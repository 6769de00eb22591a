import type { Found } from './found.ts';
import type { Overlay } from './overlay.ts';
import { alike, covers } from './regions.ts';
import { CHOSEN_HELD, CHOSEN_PART_START, OVERLAY_LIKELY } from './thresholds.ts';

const { abs, max } = Math;

/**
 * True for what seems to have stood from the first frame of a shot on, or to have come bit by bit,
 * where a look as likely saw it come later, or all of it at once: the view showed the like of it
 * before.
 */
export function wasSeenToCome(
  { overlay, came }: Found,
  found: readonly Found[],
  endOf: (overlay: Overlay) => number,
): boolean {
  if (came === 'as one') return false;
  const stood = came === 'stood';
  return found.some(
    (other) =>
      other.came === 'as one' &&
      (stood || other.box) &&
      other.overlay.start > overlay.start &&
      other.overlay.confidence >= max(OVERLAY_LIKELY, overlay.confidence) &&
      abs(endOf(other.overlay) - endOf(overlay)) <= CHOSEN_PART_START &&
      (stood ? covers : alike)(other.overlay.region, overlay.region) >= CHOSEN_HELD,
  );
}
