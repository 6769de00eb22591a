import type { Overlay } from './overlay.ts';
import { alike, covers, union, within } from './regions.ts';
import {
  CHOSEN_HELD,
  CHOSEN_OVER,
  CHOSEN_PART_END,
  CHOSEN_PART_START,
  CHOSEN_SAME_COMING,
} from './thresholds.ts';

const { abs, min } = Math;

/** Of several looks at one thing that were taken for others, and of its parts, the thing alone. */
export function saidOnce(
  parts: readonly Overlay[],
  endOf: (overlay: Overlay) => number,
): Overlay[] {
  const said: Overlay[] = [];
  for (const overlay of parts) {
    const { region } = overlay;
    const again = said.find(
      (one) =>
        alike(one.region, region) > CHOSEN_OVER &&
        abs(one.start - overlay.start) <= CHOSEN_SAME_COMING &&
        endOf(one) > overlay.start &&
        endOf(overlay) > one.start,
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
