import type { CameraMove } from './camera/move-runs.ts';
import type { Impulse } from './cuts/impulses.ts';
import type { Overlay } from './overlays/overlay.ts';
import { areaOf, covers, union } from './overlays/regions.ts';
import type { Stretch } from './stretch.ts';
import {
  YIELD_ALONE,
  YIELD_HALF,
  YIELD_HALT,
  YIELD_MOST_AREA,
  YIELD_NEAR,
  YIELD_SAME,
  YIELD_SAME_END,
  YIELD_SURE_AFTER,
  YIELD_SURE_OVERLAY,
  YIELD_SURE_TITLE,
} from './thresholds.ts';
import type { Fade } from './transitions/fades.ts';
import type { Transition } from './transitions/gradual.ts';

/** What else happened, that may explain what an overlay is taken for. */
interface Others {
  readonly transitions: readonly Transition[];
  readonly fades: readonly Fade[];
  readonly moves: readonly CameraMove[];
  readonly whips: readonly Stretch[];
  readonly freezes: readonly Stretch[];
  readonly cuts: readonly number[];
  readonly impulses: readonly Impulse[];
}

const inside = (seconds: number | null, spans: readonly Stretch[], near = YIELD_NEAR): boolean =>
  seconds !== null &&
  spans.some(({ start, end }) => seconds >= start - near && seconds <= end + near);

const joined = (a: Overlay, b: Overlay): Overlay => ({
  start: Math.min(a.start, b.start),
  end: a.end === null || b.end === null ? null : Math.max(a.end, b.end),
  region: union(a.region, b.region),
  confidence: Math.max(a.confidence, b.confidence),
});

/** Of parts of one thing some are seen to go a little earlier than others. */
const goTogether = (a: Overlay, b: Overlay): boolean =>
  a.end === null || b.end === null || Math.abs(a.end - b.end) <= YIELD_SAME_END;

/** A fade, as long as something of it may seem to come: out of the black that is left, a title may. */
const emptied = ({ kind, start, end }: Fade): Stretch =>
  kind === 'out' ? { start, end: end - YIELD_NEAR } : { start, end };

/** Where the whole picture comes to rest, jumps at once, or goes over into another one. */
function momentsOf({ freezes, impulses, cuts, transitions, fades, whips }: Others) {
  const ends = freezes.map(({ end }) => ({ start: end, end }));
  return {
    // Where a picture freezes all of it comes to rest at once, and where it goes on all of it jumps.
    rests: freezes.map(({ start }) => ({ start: start - YIELD_HALT, end: start })),
    ends,
    jumps: [...ends, ...cuts.map((at) => ({ start: at, end: at })), ...impulses],
    replacing: [...transitions, ...fades, ...whips],
    coming: [...transitions, ...fades.map(emptied)],
  };
}

/**
 * Where a moving picture freezes, and goes on. Of a still that changes one rest ends and the next one
 * begins: nothing came to rest there or went on.
 */
const haltsAndStarts = (rests: readonly Stretch[], ends: readonly Stretch[]): Stretch[] => [
  ...ends.filter(({ end }) => !inside(end, rests)),
  ...rests.filter(({ end }) => !inside(end, ends)),
];

/**
 * Leaves the overlays that nothing else explains: no transition or camera move as they come, and
 * not what the whole picture did at both of their ends. Parts that came and went together are made
 * one.
 */
export function reconcileOverlays(overlays: readonly Overlay[], others: Others): Overlay[] {
  const { rests, ends, jumps, replacing, coming } = momentsOf(others);
  const returns = others.impulses.map(({ end }) => ({ start: end, end }));
  const unsure = [...others.moves, ...haltsAndStarts(rests, ends)];
  const free = overlays.filter(({ start, end, confidence }) => {
    if (inside(start, coming)) return false;
    // What hurries past is not as sure, and what is laid over it is laid over a blur.
    if (confidence < YIELD_SURE_AFTER && inside(start, others.whips)) return false;
    if (confidence < YIELD_SURE_OVERLAY && inside(start, unsure)) return false;
    // After a strange frame all of the view comes anew, and what moved meanwhile at once.
    if (confidence < YIELD_SURE_AFTER && inside(start, returns, YIELD_SAME)) return false;
    const goes = inside(end, replacing) || inside(end, [...rests, ...jumps], YIELD_SAME);
    if (!goes) return true;
    // A title may come and go with the frozen frame that it is laid over.
    if (inside(start, rests, YIELD_SAME)) return confidence >= YIELD_SURE_TITLE;
    // What moves in itself, over a picture that stands still, ends its rest and leaves it to another.
    if (inside(start, ends, YIELD_SAME) && inside(end, rests, YIELD_SAME))
      return confidence >= YIELD_SURE_OVERLAY;
    return !inside(start, jumps, YIELD_SAME);
  });
  const whole: Overlay[] = [];
  for (const overlay of free.toSorted((a, b) => a.start - b.start)) {
    const i = whole.findLastIndex(
      (other) => overlay.start - other.start <= YIELD_SAME && goTogether(other, overlay),
    );
    const other = whole[i];
    const both = other && joined(other, overlay);
    if (both && areaOf(both.region) <= YIELD_MOST_AREA) whole[i] = both;
    else whole.push(overlay);
  }
  return whole.filter(
    (overlay) =>
      whole.filter((other) => Math.abs(other.start - overlay.start) <= YIELD_ALONE).length <= 2,
  );
}

/** What happened to pages, and the second at which the window begins. */
interface Pages {
  readonly opens: number;
  readonly turns: readonly Stretch[];
  readonly moved: readonly number[];
  readonly additions: readonly Overlay[];
}

/**
 * Overlays and what was added to a page, each once. What is there from one turn, or from the first
 * frame, to the next turn, or from the last turn on, is the page itself.
 */
export function withAdditions(
  overlays: readonly Overlay[],
  { opens, turns, moved, additions }: Pages,
): Overlay[] {
  const steps = [...turns, ...moved.map((seconds) => ({ start: seconds, end: seconds }))];
  const isPage = ({ start, end }: Overlay): boolean =>
    (end === null || inside(end, steps)) &&
    (inside(start, steps) || (end !== null && start <= opens + YIELD_NEAR));
  const left = overlays.filter((overlay) => !isPage(overlay));
  /** What came and went while its page stayed was seen whole: it tells more than an addition. */
  const isWhole = ({ end }: Overlay): boolean => end !== null && !inside(end, steps);
  const added = additions.filter(
    (addition) => !left.some((other) => isWhole(other) && isSameLine(other, addition)),
  );
  const others = left.filter((overlay) => !added.some((other) => isSameLine(overlay, other)));
  return [...others, ...added].toSorted((a, b) => a.start - b.start);
}

/** Whether an overlay lies where something was added at the same time. */
const isSameLine = (overlay: Overlay, addition: Overlay): boolean =>
  Math.abs(addition.start - overlay.start) <= YIELD_ALONE &&
  covers(addition.region, overlay.region) >= YIELD_HALF;
