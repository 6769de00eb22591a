import type { MoveDetector } from '../camera/moves.ts';
import { at } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { around } from './around.ts';
import { CellsWay } from './cells-way.ts';
import { type Candidate, candidateOf } from './laid-over.ts';
import { areColours, cellsOf, colourMarks } from './marks.ts';
import { meanSpeed } from './mean-speed.ts';
import { onsetOf } from './onsets.ts';
import { boundsOf } from './regions.ts';
import {
  BACK_AFTER,
  BACK_BEFORE,
  BACK_LEAST_STEP,
  BACK_LONGEST_SECONDS,
  COLOUR_LEAST_STEP,
  COLOUR_STRONG,
  LAID_GONE_AT_ONCE,
  OVERLAY_LEAST_CELLS,
  OVERLAY_MOST_STIR,
  OVERLAY_NOISE,
  OVERLAY_SHORTEST_SECONDS,
  OVERLAY_STRONG,
} from './thresholds.ts';
import { cutBetween } from './unrest.ts';

const { abs, max, min, round } = Math;

/** Cells that changed, as places in the planes, after frame `last` and were done by frame `gone`. */
interface Went {
  readonly marks: Int16Array;
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
  const [a, b] = [history.planes(before), history.planes(after)];
  const coloured = areColours(went.marks);
  const least = coloured ? COLOUR_LEAST_STEP : BACK_LEAST_STEP;
  const marks = went.marks.filter((mark) => abs(at(b, mark) - at(a, mark)) >= least);
  const cells = cellsOf(marks);
  if (cells.length < OVERLAY_LEAST_CELLS) return undefined;
  const now = after + pace.rest - 1;
  let step = 0;
  let range = 0;
  const resting: Uint8Array[] = [];
  for (let frame = after; frame <= now; frame++) resting.push(history.planes(frame));
  for (const mark of marks) {
    step += abs(at(b, mark) - at(a, mark)) / marks.length;
    let [low, high] = [255, 0];
    for (const picture of resting) {
      const grey = at(picture, mark);
      low = min(low, grey);
      high = max(high, grey);
    }
    range += (high - low) / marks.length;
  }
  if (
    step < (coloured ? COLOUR_STRONG : OVERLAY_STRONG) ||
    range > max(OVERLAY_NOISE, OVERLAY_MOST_STIR * step)
  )
    return undefined;
  const calm = 1 - range / step;
  const onset = onsetOf(history, marks, before, after, after - before, { calm, oneWay: false });
  if (!onset) return undefined;
  const { elsewhere } = went;
  const bounds = boundsOf(cells);
  const near = around(cells);
  const ring = coloured ? colourMarks(near) : near;
  const change = { before, after, now, sudden, cells, marks, bounds, ring, step, range };
  const speed = meanSpeed(moves, before, now);
  return { candidate: candidateOf(history, { ...change, onset, elsewhere, speed }), after };
}

/**
 * Follows cells back to when they came to show what they showed last. Undefined where that was there
 * from the beginning of the shot, or too shortly.
 */
function comingOf(
  history: History,
  { marks, last, gone }: Went,
  { rest, frameRate }: Pace,
): Coming | undefined {
  const way = new CellsWay(marks, history.planes(gone), history.planes(last));
  const share = (frame: number): number => way.progress(history.planes(frame));
  const shown = (frame: number): boolean =>
    share(frame) > 0.5 && way.beside(history.planes(frame), 1) < 0.75;
  const earliest = history.first + rest;
  // Of a rest without it one frame in so many is enough to be met; where it began is asked then.
  let first = 0;
  for (let frame = last - rest; first === 0; frame -= rest) {
    if (frame < earliest) return undefined;
    if (shown(frame)) continue;
    let latest = frame;
    while (latest + 1 < last && !shown(latest + 1)) latest++;
    let missing = latest - frame + 1;
    while (missing < rest && latest - missing >= earliest && !shown(latest - missing)) missing++;
    if (missing >= rest) first = latest + 1;
  }
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
