import type { MoveDetector } from '../camera/moves.ts';
import { at } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { around } from './around.ts';
import { CellsWay } from './cells-way.ts';
import { type Candidate, candidateOf } from './laid-over.ts';
import { meanSpeed } from './mean-speed.ts';
import { onsetOf } from './onsets.ts';
import { boundsOf } from './regions.ts';
import {
  BACK_AFTER,
  BACK_BEFORE,
  BACK_LEAST_STEP,
  BACK_LONGEST_SECONDS,
  LAID_GONE_AT_ONCE,
  OVERLAY_LEAST_CELLS,
  OVERLAY_MOST_STIR,
  OVERLAY_NOISE,
  OVERLAY_SHORTEST_SECONDS,
  OVERLAY_STRONG,
} from './thresholds.ts';
import { cutBetween } from './unrest.ts';

const { abs, max, min, round } = Math;

/** Cells that changed after frame `last` and were done by frame `gone`. */
interface Went {
  readonly cells: Int16Array;
  readonly last: number;
  readonly gone: number;
  /** Part of the picture that does not rest. */
  readonly elsewhere: number;
}

interface Pace {
  /** Frames for which cells rest. */
  readonly rest: number;
  readonly frameRate: number;
}

/** The last frame without it, the first one with all of it. */
interface Coming {
  readonly before: number;
  readonly after: number;
  readonly sudden: boolean;
}

/**
 * A candidate for what cells showed until they changed: its going may be clear where its coming was
 * not, because the view behind it moved then. Undefined where nothing came that rested; `after` is
 * the first frame with all of it.
 */
export function cameBefore(
  history: History,
  moves: MoveDetector,
  went: Went,
  pace: Pace,
): { candidate: Candidate; after: number } | undefined {
  const coming = comingOf(history, went, pace);
  if (!coming) return undefined;
  const { before, after, sudden } = coming;
  const [a, b] = [history.fine(before), history.fine(after)];
  const cells = went.cells.filter((cell) => abs(at(b, cell) - at(a, cell)) >= BACK_LEAST_STEP);
  if (cells.length < OVERLAY_LEAST_CELLS) return undefined;
  const now = after + pace.rest - 1;
  let step = 0;
  let range = 0;
  const resting: Uint8Array[] = [];
  for (let frame = after; frame <= now; frame++) resting.push(history.fine(frame));
  for (const cell of cells) {
    step += abs(at(b, cell) - at(a, cell)) / cells.length;
    let [low, high] = [255, 0];
    for (const picture of resting) {
      const grey = at(picture, cell);
      low = min(low, grey);
      high = max(high, grey);
    }
    range += (high - low) / cells.length;
  }
  if (step < OVERLAY_STRONG || range > max(OVERLAY_NOISE, OVERLAY_MOST_STIR * step))
    return undefined;
  const calm = 1 - range / step;
  const onset = onsetOf(history, cells, before, after, after - before, { calm, oneWay: false });
  if (!onset) return undefined;
  const { elsewhere } = went;
  const bounds = boundsOf(cells);
  const change = { before, after, now, sudden, cells, bounds, ring: around(cells), step, range };
  const speed = meanSpeed(moves, before, now);
  return { candidate: candidateOf(history, { ...change, onset, elsewhere, speed }), after };
}

/**
 * Follows cells back to when they came to show what they showed last. Undefined where that was there
 * from the beginning of the shot, or too shortly.
 */
function comingOf(
  history: History,
  { cells, last, gone }: Went,
  { rest, frameRate }: Pace,
): Coming | undefined {
  const way = new CellsWay(cells, history.fine(gone), history.fine(last));
  const share = (frame: number): number => way.progress(history.fine(frame));
  let missing = 0;
  let frame = last;
  const earliest = history.first + rest;
  while (missing < rest && --frame >= earliest) {
    const shown = share(frame) > 0.5 && way.beside(history.fine(frame), 1) < 0.75;
    missing = shown ? 0 : missing + 1;
  }
  if (missing < rest) return undefined;
  const first = frame + missing;
  if (last - first < OVERLAY_SHORTEST_SECONDS * frameRate || cutBetween(history, first - 1, first))
    return undefined;
  let leap = 0;
  let where = first;
  for (let k = max(earliest, first - 2); k <= first + 2; k++) {
    const rise = share(k) - share(k - 1);
    if (rise > leap) [leap, where] = [rise, k];
  }
  if (leap >= LAID_GONE_AT_ONCE) return { before: where - 1, after: where + 1, sudden: true };
  const slack = round(BACK_LONGEST_SECONDS * frameRate);
  let [before, after] = [first, first];
  while (after < min(last, first + slack) && share(after) < BACK_AFTER) after++;
  while (before > max(earliest, first - slack) && share(before) > BACK_BEFORE) before--;
  return { before, after, sudden: false };
}
