import type { Pictures } from './backwards.ts';
import { CellsWay } from './cells-way.ts';
import { ONSET_SLACK, ONSET_SLACK_SHARE, OVERLAY_EVENLY } from './thresholds.ts';

const { abs, max, round } = Math;

/** How some cells of the picture went from what they showed to something else. */
export interface Onset {
  /** The first frame that shows something of it. */
  from: number;
  /** Share of the cells that stepped in the same moment, 0 to 1. */
  together: number;
  /** The largest part of the way that was gone in one frame: 1 for what is there at once. */
  leap: number;
  /** How far beside one common way the cells were at worst, as a share of the way. */
  beside: number;
  /**
   * Share of the cells that were themselves half way when all of them on average were; 1 where no
   * frame shows that.
   */
  midway: number;
  /** Frames from a quarter to three quarters of the way. */
  length: number;
}

/**
 * Describes the way of `cells` from frame `before` to frame `after`. A thing that moves reaches its
 * cells one after the other; what is laid over the picture takes all of them along one way.
 * @param calm 0 to 1: nothing is told where too few cells step together for that, nor, if they have
 * to come along `oneWay`, where they are too far beside it
 */
export function onsetOf(
  history: Pictures,
  cells: Int16Array,
  before: number,
  after: number,
  longest: number,
  { calm, oneWay }: { calm: number; oneWay: boolean },
): Onset | undefined {
  const way = new CellsWay(cells, history.planes(before), history.planes(after));
  const first = before + 1;
  const halves = way.halfWay(after - before, (place) => history.planes(first + place));
  const slack = ONSET_SLACK + ONSET_SLACK_SHARE * longest;
  const step = stepOf(halves, cells.length, slack, calm);
  if (!step) return undefined;
  const { together } = step;
  const middle = first + step.median;
  let leap = 0;
  let beside = 0;
  let last = 0;
  let nearest = 0.25;
  let halfWay: Uint8Array | undefined;
  const shares: number[] = [];
  for (let frame = first; frame <= after; frame++) {
    const planes = history.planes(frame);
    const share = way.progress(planes);
    leap = max(leap, share - last);
    last = share;
    shares.push(share);
    if (frame < after) beside = max(beside, way.beside(planes, share));
    if (oneWay && !(together * (1 - beside) * calm >= OVERLAY_EVENLY)) return undefined;
    if (abs(share - 0.5) >= nearest) continue;
    nearest = abs(share - 0.5);
    halfWay = planes;
  }
  const shareAt = (frame: number): number => shares[frame - first] ?? 0;
  // Runs the line through a quarter and three quarters of the way down to nothing.
  let quarter = middle;
  while (quarter > first && shareAt(quarter - 1) >= 0.25) quarter--;
  let most = middle;
  while (most < after && shareAt(most) < 0.75) most++;
  const from = max(first, round(quarter - (most - quarter) / 2));
  return {
    from,
    together,
    leap,
    beside,
    midway: halfWay ? way.midway(halfWay) : 1,
    length: most - quarter,
  };
}

/**
 * The place of the frame in which the middle one of `all` cells is half way, and the share of them
 * that are so no more than `slack` frames from it; undefined where too few are for cells so calm.
 * @param halves how many cells are first half way in each frame: no more of them are asked for than
 * it takes
 */
function stepOf(
  halves: Iterable<number>,
  all: number,
  slack: number,
  calm: number,
): { median: number; together: number } | undefined {
  const counts: number[] = [];
  let [median, reached, early, near] = [-1, 0, 0, 0];
  for (const count of halves) {
    const place = counts.push(count) - 1;
    reached += count;
    if (median < 0) {
      // The middle one is not before this frame: those that lie too far before it are known.
      while (near < place - slack) early += counts[near++] as number;
      if (!(((all - early) / all) * calm >= OVERLAY_EVENLY)) return undefined;
      if (reached > all >> 1) median = place;
    }
    if (median >= 0 && place + 1 > median + slack) break;
  }
  const together = (reached - early) / all;
  return together * calm >= OVERLAY_EVENLY ? { median, together } : undefined;
}
