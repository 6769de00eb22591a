import type { Found } from './found.ts';
import type { Overlay } from './overlay.ts';
import { covers } from './regions.ts';
import { oneAfterTheOther } from './rewritten.ts';
import type { Line } from './succession.ts';
import {
  CHOSEN_AT_ONCE,
  CHOSEN_EXACT,
  CHOSEN_HELD,
  CHOSEN_NOT_FINER,
  CHOSEN_OVER,
  CHOSEN_PART_END,
  CHOSEN_PART_START,
  CHOSEN_SAW_REWRITTEN,
  OVERLAY_LIKELY,
  OVERLAY_SHORTEST_SECONDS,
} from './thresholds.ts';
import type { Whole } from './with-parts.ts';

const { abs } = Math;

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
 * When a thing was written anew, as nearly all of the looks at its greys saw it: what its ground
 * does, or a keyframe, is seen by some.
 */
function rewrittenBy(looks: readonly Found[]): number[] {
  const byGreys = looks.filter(({ coloured }) => !coloured);
  const times = new Set(byGreys.flatMap(({ rewritten }) => rewritten));
  return [...times]
    .filter((at) => {
      const saw = byGreys.filter((look) => look.rewritten.includes(at));
      return saw.length >= CHOSEN_SAW_REWRITTEN * byGreys.length;
    })
    .sort((a, b) => a - b);
}

/** True for a look that saw all of one line come at once, or stand from the first frame on. */
const isExact = ({ traits, life, came }: Found): boolean =>
  (came === 'as one' || came === 'stood') &&
  traits.leap >= CHOSEN_AT_ONCE &&
  (life?.borne ?? 0) >= CHOSEN_EXACT;

/** True for a line that stays for long enough to be read. */
const isLasting = (line: Line | undefined): boolean =>
  line !== undefined && (line.end ?? Infinity) - line.start >= OVERLAY_SHORTEST_SECONDS;

/** True for what went as another line of writing came in its place. */
export const isReplaced = (
  { overlay: { end, region }, after }: Found,
  likeliest: readonly Found[],
): boolean =>
  isLasting(after[0]) ||
  likeliest.some(
    ({ overlay: other, traits }) =>
      end !== null &&
      other.confidence >= OVERLAY_LIKELY &&
      abs(other.start - end) <= CHOSEN_PART_START &&
      traits.finer >= -CHOSEN_NOT_FINER &&
      covers(region, other.region) >= CHOSEN_OVER,
  );

/** A thing, or the lines that stood in its place one after the other, those after it included. */
export function linesOf(
  { look: { overlay, life, after }, look, region }: Whole,
  likeliest: readonly Found[],
  endOf: (overlay: Overlay) => number,
): Overlay[] {
  const borne = life?.borne ?? 0;
  const exact = likeliest.filter(
    (one) =>
      isExact(one) &&
      (one.life?.borne ?? 0) >= borne &&
      one.overlay.confidence >= OVERLAY_LIKELY &&
      one.overlay.start >= overlay.start - CHOSEN_PART_START &&
      endOf(one.overlay) <= endOf(overlay) + CHOSEN_PART_START &&
      covers(one.overlay.region, region) >= CHOSEN_HELD,
  );
  const seams = exact.flatMap((one) => [one.overlay.start, endOf(one.overlay)]);
  const edges = [...new Set([...rewrittenBy(looksAt(look, likeliest, endOf)), ...seams])];
  edges.sort((a, b) => a - b);
  const lines = oneAfterTheOther({ ...overlay, region }, edges, endOf(overlay)).map((line) => {
    const seen = exact.find(
      (one) =>
        abs(one.overlay.start - line.start) <= CHOSEN_PART_START &&
        abs(endOf(one.overlay) - endOf(line)) <= CHOSEN_PART_START &&
        line.end !== overlay.end,
    );
    return seen ? { ...line, region: seen.overlay.region } : line;
  });
  const { confidence } = overlay;
  const others = after.filter(isLasting);
  return [
    ...lines,
    ...others.map(({ start, end, region }) => ({ start, end, region, confidence })),
  ];
}
