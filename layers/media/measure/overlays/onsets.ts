import { at } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
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
 * @param calm 0 to 1: nothing is told where too few cells step together for that
 */
export function onsetOf(
  history: History,
  cells: Int16Array,
  before: number,
  after: number,
  longest: number,
  calm: number,
): Onset | undefined {
  const a = history.fine(before);
  const b = history.fine(after);
  const frames: Uint8Array[] = [];
  for (let frame = before + 1; frame <= after; frame++) frames.push(history.fine(frame));
  const halves = new Int32Array(cells.length);
  for (let place = 0; place < cells.length; place++) {
    const cell = cells[place] as number;
    const from = at(a, cell);
    const u = at(b, cell) - from;
    let k = 0;
    while (k < frames.length - 1 && isBeforeHalf(at(frames[k] as Uint8Array, cell) - from, u)) k++;
    halves[place] = before + 1 + k;
  }
  halves.sort();
  const middle = halves[halves.length >> 1] as number;
  const slack = ONSET_SLACK + ONSET_SLACK_SHARE * longest;
  let near = 0;
  for (const half of halves) if (abs(half - middle) <= slack) near++;
  const together = near / halves.length;
  if (!(together * calm >= OVERLAY_EVENLY)) return undefined;
  let leap = 0;
  let beside = 0;
  let last = 0;
  const shares: number[] = [];
  for (let frame = before + 1; frame <= after; frame++) {
    const fine = frames[frame - before - 1] as Uint8Array;
    const share = progress(cells, a, b, fine);
    leap = max(leap, share - last);
    last = share;
    shares.push(share);
    if (frame < after) beside = max(beside, astray(cells, a, b, fine, share));
  }
  let half = 1;
  let nearest = 0.25;
  shares.forEach((share, k) => {
    if (abs(share - 0.5) >= nearest) return;
    nearest = abs(share - 0.5);
    half = midway(cells, a, b, frames[k] as Uint8Array);
  });
  const shareAt = (frame: number): number => shares[frame - before - 1] ?? 0;
  // Runs the line through a quarter and three quarters of the way down to nothing.
  let quarter = middle;
  while (quarter > before + 1 && shareAt(quarter - 1) >= 0.25) quarter--;
  let most = middle;
  while (most < after && shareAt(most) < 0.75) most++;
  const from = max(before + 1, round(quarter - (most - quarter) / 2));
  return {
    from,
    together,
    leap,
    beside,
    midway: half,
    length: most - quarter,
  };
}

/** Whether `gone` is less than half of `way`, which may lead down; nothing is half of no way. */
const isBeforeHalf = (gone: number, way: number): boolean =>
  way > 0 ? 2 * gone < way : way < 0 ? 2 * gone > way : gone < 0;

/** Least squares share of the way that a picture's cells are on. */
export function progress(cells: Int16Array, a: Uint8Array, b: Uint8Array, f: Uint8Array): number {
  let along = 0;
  let whole = 0;
  for (let k = 0; k < cells.length; k++) {
    const cell = cells[k] as number;
    const u = at(b, cell) - at(a, cell);
    along += (at(f, cell) - at(a, cell)) * u;
    whole += u * u;
  }
  return along / whole;
}

function astray(
  cells: Int16Array,
  a: Uint8Array,
  b: Uint8Array,
  f: Uint8Array,
  share: number,
): number {
  let beside = 0;
  let apart = 0;
  for (let k = 0; k < cells.length; k++) {
    const cell = cells[k] as number;
    const u = at(b, cell) - at(a, cell);
    beside += abs(at(f, cell) - at(a, cell) - share * u);
    apart += abs(u);
  }
  return beside / apart;
}

function midway(cells: Int16Array, a: Uint8Array, b: Uint8Array, f: Uint8Array): number {
  let count = 0;
  for (let k = 0; k < cells.length; k++) {
    const cell = cells[k] as number;
    const share = (at(f, cell) - at(a, cell)) / (at(b, cell) - at(a, cell));
    if (share > 0.2 && share < 0.8) count++;
  }
  return count / cells.length;
}
