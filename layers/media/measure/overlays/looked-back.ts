import type { MoveDetector } from '../camera/moves.ts';
import { at } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { Backwards, type Pictures } from './backwards.ts';
import { inPlace } from './beneath.ts';
import { CellsWay } from './cells-way.ts';
import { isDimmed } from './changed-in-place.ts';
import { closeOpen } from './ends.ts';
import type { Came } from './found.ts';
import { type Candidate, candidateOf } from './laid-over.ts';
import { areColours, cellsOf } from './marks.ts';
import { onsetOf } from './onsets.ts';
import type { Overlay } from './overlay.ts';
import {
  BACK_AFTER,
  BACK_BEFORE,
  BACK_FALLS,
  BACK_LEAST_STEP,
  BACK_LONGEST_SECONDS,
  COLOUR_LEAST_STEP,
  COLOUR_STRONG,
  LAID_GONE_AT_ONCE,
  LAID_KEEPS,
  OVERLAY_LEAST_CELLS,
  OVERLAY_MOST_STIR,
  OVERLAY_NOISE,
  OVERLAY_SHORTEST_SECONDS,
  OVERLAY_STRONG,
  STOOD_BORNE_OUT,
} from './thresholds.ts';
import { cutBetween } from './unrest.ts';

const { abs, max, min, round } = Math;

/** Cells that changed, as places in the planes, after frame `last` and were done by frame `gone`. */
interface Went {
  readonly marks: Int16Array;
  readonly last: number;
  readonly gone: number;
  /** The newest frame. */
  readonly now: number;
  /** True when they were seen to jump. */
  readonly sudden: boolean;
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
  /** The first frame with some of it, if it came evenly. */
  readonly begins: number;
}

/** The first frame of a read, or of a shot, that shows all of it already. */
interface Stood {
  readonly since: number;
}

/** What was seen of a thing until it went: as it came, or by its going alone. */
export type Earlier =
  | { readonly candidate: Candidate; readonly after: number }
  | {
      readonly candidate: Candidate;
      /** What its going says of it. */
      readonly judged: Overlay;
      readonly came: Extract<Came, 'stood' | 'bit by bit'>;
    };

/**
 * Candidates for what cells showed until they changed: its going may be clear where its coming was
 * not, because the view behind it moved then, it came bit by bit, or the shot began with it. None
 * where nothing rested; `after` is the first frame with all of it.
 */
export function shownBefore(
  history: History,
  moves: MoveDetector,
  went: Went,
  pace: Pace,
): readonly Earlier[] {
  const coming = comingOf(history, went, pace);
  if (!coming) return [];
  const { marks, elsewhere } = went;
  const look = { marks, elsewhere, rest: pace.rest };
  const stood = (since: number, first = since): readonly Earlier[] =>
    stoodUntil(history, moves, went, { ...look, since, first });
  if ('since' in coming) return stood(coming.since);
  const { before, after } = coming;
  const speed = moves.meanSpeed(before, after + pace.rest - 1);
  const candidates = candidatesFrom(history, coming, { ...look, speed });
  // What flies in or is typed is never all there while the view still rests: only its going is.
  const arrived = coming.sudden || !went.sudden ? [] : stood(after, coming.begins);
  if (candidates.length > 0)
    return [...candidates.map((candidate) => ({ candidate, after })), ...arrived];
  const since = lastCut(history, history.first, went.last);
  const isShort = went.last - since < OVERLAY_SHORTEST_SECONDS * pace.frameRate;
  // What came within its shot did not stand from its beginning.
  if (since === history.first || since < before || isShort) return arrived;
  return [...arrived, ...stood(since)];
}

/**
 * What stood from frame `since` until it went, as what comes and stays where time runs backwards.
 * It is told from frame `first` on, which may show a part of it.
 */
function stoodUntil(
  history: History,
  moves: MoveDetector,
  { last, gone, now, sudden }: Went,
  {
    since,
    first,
    ...look
  }: Stood & { first: number; marks: Int16Array; elsewhere: number; rest: number },
): readonly Earlier[] {
  const backwards = new Backwards(history, since, now);
  const coming = { before: backwards.frame(gone), after: backwards.frame(last), sudden };
  const speed = moves.meanSpeed(last - look.rest + 1, gone);
  return candidatesFrom(backwards, coming, { ...look, speed }).flatMap((candidate) => {
    closeOpen(backwards, candidate);
    if ((candidate.life?.borne ?? 0) < STOOD_BORNE_OUT || isDimmed(candidate)) return [];
    const { start, region, confidence } = candidate.overlay;
    const judged = { start: history.seconds(first), end: -start, region, confidence };
    return [{ candidate, judged, came: first === since ? 'stood' : 'bit by bit' } as const];
  });
}

/** What came, as it was seen, and what of it took the place of something else. */
function candidatesFrom(
  history: Pictures,
  coming: Pick<Coming, 'before' | 'after' | 'sudden'>,
  look: Look,
): Candidate[] {
  const plain = candidateFrom(history, coming, look);
  const swapped =
    coming.sudden && !areColours(look.marks) ? inPlace(history, coming, look.marks) : [];
  const others = swapped.map((one) =>
    candidateFrom(one.history, coming, { ...look, marks: one.marks }),
  );
  return [plain, ...others].filter((one) => one !== undefined);
}

interface Look {
  readonly marks: Int16Array;
  readonly elsewhere: number;
  readonly rest: number;
  readonly speed: number;
}

export function candidateFrom(
  history: Pictures,
  { before, after, sudden }: Pick<Coming, 'before' | 'after' | 'sudden'>,
  look: Look,
): Candidate | undefined {
  const [a, b] = [history.planes(before), history.planes(after)];
  const coloured = areColours(look.marks);
  const least = coloured ? COLOUR_LEAST_STEP : BACK_LEAST_STEP;
  const marks = look.marks.filter((mark) => abs(at(b, mark) - at(a, mark)) >= least);
  const cells = cellsOf(marks);
  if (cells.length < OVERLAY_LEAST_CELLS) return undefined;
  const now = after + look.rest - 1;
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
  const { elsewhere, speed } = look;
  const seen = { before, after, now, sudden, cells, marks, step, range, onset };
  return candidateOf(history, { ...seen, elsewhere, speed });
}

/**
 * Follows cells back to when they came to show what they showed last, or to the first frame of the
 * shot that they were seen in. Undefined where that was too shortly, or nobody knows.
 */
function comingOf(
  history: History,
  { marks, last, gone }: Went,
  { rest, frameRate }: Pace,
): Coming | Stood | undefined {
  const way = new CellsWay(marks, history.planes(gone), history.planes(last));
  const share = (frame: number): number => way.progress(history.planes(frame));
  const shown = (frame: number): boolean =>
    share(frame) > 0.5 && way.beside(history.planes(frame), 1) < 0.75;
  const long = (first: number): boolean => last - first >= OVERLAY_SHORTEST_SECONDS * frameRate;
  const earliest = history.first + rest;
  // Of a rest without it one frame in so many is enough to be met; where it began is asked then.
  let first = 0;
  let frame = last - rest;
  for (; first === 0 && frame >= earliest; frame -= rest) {
    if (shown(frame)) continue;
    let latest = frame;
    while (latest + 1 < last && !shown(latest + 1)) latest++;
    let missing = latest - frame + 1;
    while (missing < rest && latest - missing >= earliest && !shown(latest - missing)) missing++;
    if (missing >= rest) first = latest + 1;
  }
  if (first === 0) {
    // Nobody knows what was before the oldest picture that is remembered.
    if (history.first > 0) return undefined;
    let since = 0;
    while (since <= frame + rest && !shown(since)) since++;
    // What another shot shows there may look like it.
    const cut = lastCut(history, since, last);
    if (cut > since && way.beside(history.planes(cut - 1), 1) > LAID_KEEPS) since = cut;
    return long(since) && shown(since) ? { since } : undefined;
  }
  if (!long(first)) return undefined;
  if (cutBetween(history, first - 1, first)) return { since: first };
  let leap = 0;
  let where = first;
  for (let k = max(earliest, first - 2); k <= first + 2; k++) {
    const rise = share(k) - share(k - 1);
    if (rise > leap) [leap, where] = [rise, k];
  }
  if (leap >= LAID_GONE_AT_ONCE)
    return { before: where - 1, after: where + 1, sudden: true, begins: where };
  const slack = round(BACK_LONGEST_SECONDS * frameRate);
  let [before, after] = [first, first];
  while (after < min(last, first + slack) && share(after) < BACK_AFTER) after++;
  // A view that was another then may look like a part of it all the time before.
  const lower = (frame: number): boolean => {
    for (let k = 1; k <= rest; k++) {
      if (frame - k >= earliest && share(frame - k) < share(frame) - BACK_FALLS) return true;
    }
    return false;
  };
  while (before > max(earliest, first - slack) && share(before) > BACK_BEFORE && lower(before))
    before--;
  let [quarter, most] = [first, first];
  while (most < after && share(most) < 0.75) most++;
  while (quarter > before + 1 && share(quarter - 1) > 0.25) quarter--;
  const begins = max(before + 1, round(quarter - (most - quarter) / 2));
  return { before, after, sudden: false, begins };
}

/** The first frame of the shot that frame `to` is of, `from` where that began earlier. */
function lastCut(history: History, from: number, to: number): number {
  for (let frame = to; frame > from; frame--)
    if (cutBetween(history, frame - 1, frame)) return frame;
  return from;
}
